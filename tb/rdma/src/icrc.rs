//! The invariant CRC (transport.md 1): over everything that no router changes.

use crate::Error;
use crate::ip::{IPV4_BYTES, IPV6_BYTES, UDP_BYTES};

/// Bytes of the ICRC.
pub const BYTES: usize = 4;

/// Bytes taken as all ones, from the first byte of the IP header.
const IPV4_MASKED: &[usize] = &[1, 8, 10, 11];
const IPV6_MASKED: &[usize] = &[1, 2, 3, 7];
/// The UDP checksum, from the first byte of UDP, and byte 4 of the BTH behind it.
const UDP_MASKED: &[usize] = &[6, 7, UDP_BYTES + 4];

/// ICRC of a packet from its IP header to its pad. It is sent least-significant byte first.
///
/// # Errors
/// If the bytes do not begin with an IP header, or end within IP, UDP or BTH.
pub fn compute(packet: &[u8]) -> Result<u32, Error> {
    let version = packet.first().map_or(0, |byte| byte >> 4);
    let (ip_bytes, ip_masked) = match version {
        4 => (IPV4_BYTES, IPV4_MASKED),
        6 => (IPV6_BYTES, IPV6_MASKED),
        _ => {
            let value = u32::from(version);
            return Err(Error::NotRoce {
                field: "IP version",
                value,
                expected: "4 or 6",
            });
        }
    };
    let needed = ip_bytes + INVARIANT_BEHIND_IP;
    if packet.len() < needed {
        return Err(Error::Runt {
            header: "IP, UDP and BTH",
            needed,
            left: packet.len(),
        });
    }
    Ok(over(packet, ip_bytes, ip_masked))
}

/// UDP and BTH, the other headers with bytes taken as all ones.
const INVARIANT_BEHIND_IP: usize = UDP_BYTES + crate::headers::Bth::BYTES;

/// ICRC of a packet that is known to hold its IP header, UDP and BTH.
fn over(packet: &[u8], ip_bytes: usize, ip_masked: &[usize]) -> u32 {
    let (headers, rest) = packet.split_at(ip_bytes + INVARIANT_BEHIND_IP);
    let mut invariant = headers.to_vec();
    for &offset in ip_masked {
        invariant[offset] = 0xFF;
    }
    if ip_bytes == IPV6_BYTES {
        // The high half of the traffic class shares its byte with the version.
        invariant[0] |= 0x0F;
    }
    for &offset in UDP_MASKED {
        invariant[ip_bytes + offset] = 0xFF;
    }
    let mut crc = crc32fast::Hasher::new();
    crc.update(&[0xFF; 8]);
    crc.update(&invariant);
    crc.update(rest);
    crc.finalize()
}

/// Appends the ICRC to a packet just encoded.
pub(crate) fn seal(packet: &mut Vec<u8>, ipv6: bool) {
    let (ip_bytes, ip_masked) = if ipv6 {
        (IPV6_BYTES, IPV6_MASKED)
    } else {
        (IPV4_BYTES, IPV4_MASKED)
    };
    let crc = over(packet, ip_bytes, ip_masked);
    packet.extend(crc.to_le_bytes());
}

/// Writes the ICRC again after the packet was changed. Its last four bytes are overwritten.
///
/// # Errors
/// As [`compute`].
pub fn refresh(packet: &mut Vec<u8>) -> Result<(), Error> {
    packet.truncate(packet.len().saturating_sub(BYTES));
    let crc = compute(packet)?;
    packet.extend(crc.to_le_bytes());
    Ok(())
}

/// Checks the ICRC at the end of a packet.
///
/// # Errors
/// If it does not fit, and as [`compute`].
pub fn verify(packet: &[u8]) -> Result<(), Error> {
    let Some((bytes, crc)) = packet.split_last_chunk::<BYTES>() else {
        return Err(Error::Runt {
            header: "ICRC",
            needed: BYTES,
            left: packet.len(),
        });
    };
    let (found, computed) = (u32::from_le_bytes(*crc), compute(bytes)?);
    if found == computed {
        Ok(())
    } else {
        Err(Error::Icrc { found, computed })
    }
}

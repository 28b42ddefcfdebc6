//! End-to-end credits, as an AETH codes them (transport.md 1).

/// Credits by code, 0 to 0x1E.
pub const CREDIT_TABLE: [u32; 31] = [
    0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536,
    2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768,
];

/// A 5-bit credit code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CreditCode(u8);

impl CreditCode {
    /// The responder does not count credits.
    pub const UNLIMITED: Self = Self(0x1F);

    /// The low 5 bits of a syndrome.
    pub const fn new(code: u8) -> Self {
        Self(code & 0x1F)
    }

    /// The code of `credits` receive work requests, rounded down.
    pub fn encode(credits: u32) -> Self {
        let above = CREDIT_TABLE.partition_point(|&step| step <= credits);
        // The first step is 0, so at least one step is not above.
        Self((above - 1) as u8)
    }

    /// Receive work requests; none if unlimited.
    pub fn credits(self) -> Option<u32> {
        CREDIT_TABLE.get(usize::from(self.0)).copied()
    }

    /// The code, below 32.
    pub const fn get(self) -> u8 {
        self.0
    }
}

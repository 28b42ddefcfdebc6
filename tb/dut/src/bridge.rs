//! The one `cxx` bridge: the abstract class that every plugin implements.

// cxx generates its methods as `pub`.
#[allow(unreachable_pub, unused_qualifications)]
#[cxx::bridge(namespace = "dut")]
pub(crate) mod ffi {
    /// Where an input is stored: address, bytes of its storage class, words of its value.
    struct ReplayPin {
        data: *mut u8,
        bytes: usize,
        words: usize,
    }

    unsafe extern "C++" {
        include!("dut/cpp/model.h");
        include!("dut/cpp/replay.h");

        /// A verilated top behind `cpp/model.h`.
        type Model;

        fn eval(self: Pin<&mut Model>);
        fn set_time(self: Pin<&mut Model>, ps: u64);
        fn port(self: Pin<&mut Model>, index: usize) -> *mut u8;
        fn port_count(self: &Model) -> usize;

        fn finished(self: &Model) -> bool;
        fn error_count(self: &Model) -> u32;
        fn log_data(self: &Model) -> *const c_char;
        fn log_size(self: &Model) -> usize;
        fn clear_log(self: Pin<&mut Model>);

        unsafe fn open_trace(self: Pin<&mut Model>, path: *const c_char) -> bool;
        fn dump_trace(self: Pin<&mut Model>);
        fn flush_trace(self: Pin<&mut Model>);
        fn clear_coverage(self: Pin<&mut Model>);
        unsafe fn write_coverage(self: Pin<&mut Model>, path: *const c_char) -> bool;

        fn finish(self: Pin<&mut Model>);

        /// The bare loop of `cpp/replay.h`.
        unsafe fn replay(
            model: Pin<&mut Model>,
            clock: *mut u8,
            pins: *const ReplayPin,
            activity: *const u32,
            cycles: usize,
        );
    }

    impl UniquePtr<Model> {}
}

//! What lies in each payload, and when it came (bench/common/payload.h, latency.h).

use crate::session::State;
use std::sync::atomic::Ordering::Relaxed;

#[repr(C)]
#[derive(Clone, Copy)]
struct Stamp {
    published_ns: i64,
    sequence: u32,
    measured: u32, // 1 inside the window
}

const PAGE: usize = 4096;

/// Nanoseconds of CLOCK_MONOTONIC.
pub fn now_ns() -> i64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut t) };
    t.tv_sec * 1_000_000_000 + t.tv_nsec
}

/// Fills `size` bytes, then stamps them.
///
/// # Safety
/// `to` is the start of so many bytes, at least as many as a stamp has.
pub unsafe fn write(to: *mut u8, size: usize, state: &State) {
    std::ptr::write_bytes(to, b'x', size);
    let measured = state.open.load(Relaxed);
    let sequence = if measured { state.sent.fetch_add(1, Relaxed) as u32 } else { 0 };
    let stamp = Stamp { published_ns: now_ns(), sequence, measured: measured.into() };
    to.cast::<Stamp>().write_unaligned(stamp);
}

/// Latencies of the messages of the window.
#[derive(Default)]
pub struct Log {
    us: Vec<f64>,
    sink: u8,
}

impl Log {
    pub fn new() -> Self {
        Self { us: Vec::with_capacity(200_000), sink: 0 }
    }

    /// One that was entered now; touches a byte of every page.
    pub fn take(&mut self, payload: &[u8], state: &State) {
        let entered = now_ns();
        let stamp = unsafe { payload.as_ptr().cast::<Stamp>().read_unaligned() };
        if stamp.measured != 0 {
            self.us.push((entered - stamp.published_ns) as f64 / 1e3);
            state.received.fetch_add(1, Relaxed);
        } else {
            state.ready.store(true, Relaxed);
        }
        for byte in payload.iter().step_by(PAGE) {
            self.sink ^= unsafe { std::ptr::read_volatile(byte) };
        }
    }

    pub fn figures(mut self) -> Vec<(&'static str, f64)> {
        self.us.sort_by(f64::total_cmp);
        let quantile = |q: f64| -> f64 {
            let at = q * (self.us.len().max(1) - 1) as f64;
            let below = at as usize;
            let above = (below + 1).min(self.us.len().saturating_sub(1));
            match self.us.get(below) {
                Some(low) => low + (at - below as f64) * (self.us[above] - low),
                None => f64::NAN,
            }
        };
        vec![
            ("p50_us", quantile(0.5)),
            ("p99_us", quantile(0.99)),
            ("received", self.us.len() as f64),
        ]
    }
}

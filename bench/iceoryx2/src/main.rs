//! iceoryx2 in the latency bench: a publisher and a subscriber as two processes,
//! woken by its events. It takes the words of the other workers and answers as
//! they do (bench/raw/handover_raw.cc is the nearest).
//!
//! Slices of bytes are loaned, filled and stamped in place; a subscriber keeps the
//! last ten. It waits in its listener, which is less than a wait set does.

mod message;
mod session;
mod words;

use iceoryx2::prelude::*;
use session::State;
use std::error::Error;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use words::Words;

type Figures = Vec<(&'static str, f64)>;
type Failure = Box<dyn Error>;

/// Of this run alone, which RANVIER_BENCH_RUN names.
fn service_name() -> Result<ServiceName, Failure> {
    let run = std::env::var("RANVIER_BENCH_RUN").map_err(|_| "RANVIER_BENCH_RUN is not set")?;
    Ok(run.as_str().try_into()?)
}

fn make_node() -> Result<Node<ipc::Service>, Failure> {
    Ok(NodeBuilder::new()
        .signal_handling_mode(SignalHandlingMode::Disabled)
        .create::<ipc::Service>()?)
}

fn publish(words: &Words, state: &State) -> Result<Figures, Failure> {
    let size = words.size()?;
    let period_ns = 1_000_000_000 / words.number("rate")? as i64;
    let node = make_node()?;
    let name = service_name()?;
    let topic = node
        .service_builder(&name)
        .publish_subscribe::<[u8]>()
        .subscriber_max_buffer_size(10)
        .open_or_create()?;
    let events = node.service_builder(&name).event().open_or_create()?;
    let publisher = topic
        .publisher_builder()
        .initial_max_slice_len(size)
        .create()?;
    let notifier = events.notifier_builder().create()?;
    let mut next = message::now_ns();
    while !state.ended.load(Relaxed) {
        sleep_until(next);
        next += period_ns;
        let mut sample = publisher.loan_slice_uninit(size)?;
        unsafe { message::write(sample.payload_mut().as_mut_ptr().cast(), size, state) };
        unsafe { sample.assume_init() }.send()?;
        notifier.notify()?;
        if !state.ready.load(Relaxed) {
            let met = topic.dynamic_config().number_of_subscribers() > 0
                && events.dynamic_config().number_of_listeners() > 0;
            state.ready.store(met, Relaxed);
        }
    }
    let sent = state.sent.load(Relaxed) as f64;
    Ok(vec![("sent", sent), ("expected", sent)])
}

fn subscribe(state: &State) -> Result<Figures, Failure> {
    let node = make_node()?;
    let name = service_name()?;
    let topic = node
        .service_builder(&name)
        .publish_subscribe::<[u8]>()
        .subscriber_max_buffer_size(10)
        .open_or_create()?;
    let events = node.service_builder(&name).event().open_or_create()?;
    let listener = events.listener_builder().create()?;
    let subscriber = topic.subscriber_builder().buffer_size(10).create()?;
    let mut log = message::Log::new();
    while !state.ended.load(Relaxed) {
        listener.blocking_wait(|_| {})?;
        while let Some(sample) = subscriber.receive()? {
            log.take(sample.payload(), state);
        }
    }
    Ok(log.figures())
}

/// Wakes the subscriber of this process once more, when all is over.
fn wake() -> Result<(), Failure> {
    let node = make_node()?;
    let events = node.service_builder(&service_name()?).event().open()?;
    events.notifier_builder().create()?.notify()?;
    Ok(())
}

fn sleep_until(ns: i64) {
    let left = ns - message::now_ns();
    if left > 0 {
        std::thread::sleep(Duration::from_nanos(left as u64));
    }
}

fn pin(core: usize) -> Result<(), Failure> {
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(core, &mut set);
        if libc::sched_setaffinity(0, std::mem::size_of_val(&set), &set) != 0 {
            return Err(format!("this process cannot be pinned to core {core}").into());
        }
    }
    Ok(())
}

fn run() -> Result<(), Failure> {
    set_log_level(LogLevel::Error);
    let words = Words::from_env()?;
    pin(words.number("cpus")? as usize)?;
    let publishes = words.text("role")? == "pub";
    let state = State::default();
    let figures = std::thread::scope(|scope| -> Result<Figures, Failure> {
        let control = scope.spawn(|| {
            let done = session::conduct(&state, publishes);
            state.ended.store(true, Relaxed);
            if publishes { Ok(()) } else { wake().map_err(|e| e.to_string()) }.and(done)
        });
        let figures = if publishes { publish(&words, &state) } else { subscribe(&state) };
        if let Err(error) = figures {
            fail(&*error); // the other thread may wait for the runner
        }
        control.join().map_err(|_| "the conversation ended badly")??;
        figures
    })?;
    for (key, value) in figures {
        session::say(&format!("{key}={value}"));
    }
    session::say("end");
    Ok(())
}

fn fail(error: &dyn Error) -> ! {
    eprintln!("bench_pingpong_iceoryx2: {error}");
    std::process::exit(1);
}

fn main() {
    if let Err(error) = run() {
        fail(&*error);
    }
}

//! The Rust peer of the interop tests: a ROS 2 node over `ros2-client` and
//! `rustdds`, driven by lines on stdin, answering in JSON lines on stdout.

mod actions;
mod args;
mod graph;
mod lifecycle;
mod logger;
mod node;
mod raw;
mod services;
mod talk;
mod topics;

fn run() -> Result<(), String> {
    let args = args::Args::from_env()?;
    match args.mode.as_str() {
        "pub" => topics::publish(&args),
        "raw" => raw::publish(&args),
        "sub" => topics::subscribe(&args),
        "graph" => graph::watch(&args),
        "serve" => services::serve(&args),
        "call" => services::call(&args),
        "act" => actions::follow(&args),
        "actor" => actions::serve(&args),
        "managed" => lifecycle::managed(&args),
        other => Err(format!("mode '{other}' is unknown; give pub, sub, raw, graph, serve, call, act, actor or managed")),
    }
}

fn main() -> std::process::ExitCode {
    logger::install();
    match run() {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("peer: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}

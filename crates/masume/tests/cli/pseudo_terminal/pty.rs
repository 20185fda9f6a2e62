//! The near end of a pseudo-terminal: what a terminal's window holds.

use std::fs::File;
use std::io::{ErrorKind, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use pty_process::blocking::Pts;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::{self, ControlModes, InputModes, LocalModes, OutputModes, Winsize};

use super::PATIENCE;

/// Time that a wait lasts before it is looked whether it is still wanted.
const GLANCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };

/// Settings for what is typed and printed on the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    input: InputModes,
    output: OutputModes,
    control: ControlModes,
    local: LocalModes,
}

/// The near end.
pub(super) struct Pty {
    file: File,
    is_closing: AtomicBool,
}

impl Pty {
    /// A new terminal of this size, and its far end for a program.
    pub(super) fn open(columns: u16, rows: u16) -> (Self, Pts) {
        let (pty, pts) = pty_process::blocking::open().expect("a pseudo-terminal");
        let file = File::from(OwnedFd::from(pty));
        // A program that does not read must not keep a test from ending.
        rustix::io::ioctl_fionbio(&file, true).expect("a terminal that never blocks");
        let pty = Self { file, is_closing: AtomicBool::new(false) };
        pty.resize(columns, rows);
        (pty, pts)
    }

    pub(super) fn resize(&self, columns: u16, rows: u16) {
        let size = Winsize { ws_col: columns, ws_row: rows, ws_xpixel: 0, ws_ypixel: 0 };
        termios::tcsetwinsize(&self.file, size).expect("a size that is taken");
    }

    pub(super) fn settings(&self) -> Settings {
        let now = termios::tcgetattr(&self.file).expect("a terminal");
        Settings {
            input: now.input_modes,
            output: now.output_modes,
            control: now.control_modes,
            local: now.local_modes,
        }
    }

    /// Sends a signal to the program in the foreground.
    pub(super) fn send(&self, signal: Signal) {
        kill_process(self.foreground(), signal).expect("a running program");
    }

    /// The job in the foreground, which is also the number of its first process.
    pub(super) fn foreground(&self) -> Pid {
        termios::tcgetpgrp(&self.file).expect("a job in the foreground")
    }

    /// Types all of this.
    #[track_caller]
    pub(super) fn write(&self, mut bytes: &[u8]) {
        let deadline = Instant::now() + PATIENCE;
        while !bytes.is_empty() {
            assert!(Instant::now() < deadline, "the program reads no keys");
            match (&self.file).write(bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    self.wait_for(PollFlags::OUT);
                }
                Err(error) => panic!("the terminal takes no keys: {error}"),
            }
        }
    }

    /// Bytes that were printed next; none once nobody is left to print or this end is being closed.
    pub(super) fn read(&self, buffer: &mut [u8]) -> usize {
        while !self.is_closing.load(Ordering::Relaxed) {
            match (&self.file).read(buffer) {
                Ok(count) => return count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    self.wait_for(PollFlags::IN);
                }
                // Linux says so when the last program has closed its end.
                Err(_) => return 0,
            }
        }
        0
    }

    /// From now on nothing is read.
    pub(super) fn stop_reading(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
    }

    fn wait_for(&self, flags: PollFlags) {
        // An interrupted wait is only a shorter one.
        let _ = poll(&mut [PollFd::new(&self.file, flags)], Some(&GLANCE));
    }
}

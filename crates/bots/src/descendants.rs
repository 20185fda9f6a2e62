//! Processes that programs started and left: those with a session of their own, which no signal to
//! a group reaches.
//!
//! Linux tells who started whom, and gives orphans to whom asks for them. Elsewhere a program is
//! ended with its group.

#[cfg(target_os = "linux")]
pub(super) use linux::{adopt_orphans, below, end, end_all};

#[cfg(not(target_os = "linux"))]
pub(super) use elsewhere::{adopt_orphans, below, end, end_all};

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    pub(crate) fn adopt_orphans() {}

    pub(crate) fn below(_process: u32) -> Vec<u32> {
        Vec::new()
    }

    pub(crate) fn end(_processes: &[u32]) {}

    pub(crate) fn end_all() {}
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::{BTreeMap, BTreeSet};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;
    use std::{fs, process, thread};

    use rustix::process::{
        Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, wait,
    };

    /// The number of looks for processes that were started meanwhile.
    const MOST_ROUNDS: u32 = 100;
    /// Between two of these looks.
    const PAUSE: Duration = Duration::from_millis(2);

    /// Orphans are given to this process, so that all below it is of its programs.
    static HAS_ADOPTED: AtomicBool = AtomicBool::new(false);

    /// From here on, who loses its parent becomes a child of this process.
    pub(crate) fn adopt_orphans() {
        if set_child_subreaper(Some(getpid())).is_ok() {
            HAS_ADOPTED.store(true, Ordering::Relaxed);
        }
    }

    /// Ends these processes, and all that they started.
    pub(crate) fn end(processes: &[u32]) {
        if processes.is_empty() {
            return;
        }
        end_found(&|| {
            let parents = Parents::now();
            let living = processes.iter().copied().filter(|&process| parents.is_alive(process));
            let started = processes.iter().flat_map(|&process| parents.below(process));
            living.chain(started).collect()
        });
    }

    /// Ends all that this process and its programs have started. Nothing happens where orphans go
    /// elsewhere.
    pub(crate) fn end_all() {
        if HAS_ADOPTED.load(Ordering::Relaxed) {
            end_found(&|| {
                // Who has ended already is there until it is waited for.
                while matches!(wait(WaitOptions::NOHANG), Ok(Some(_))) {}
                below(process::id())
            });
        }
    }

    /// Ends all that are found, until none is.
    fn end_found(found: &dyn Fn() -> Vec<u32>) {
        for _ in 0..MOST_ROUNDS {
            let living = found();
            if living.is_empty() {
                return;
            }
            for process in living {
                let process = i32::try_from(process).ok().and_then(Pid::from_raw);
                // Who has gone meanwhile need not be ended.
                let _ = process.map(|process| kill_process(process, Signal::KILL));
            }
            thread::sleep(PAUSE);
        }
    }

    /// Living processes that a process started, and what those did.
    pub(crate) fn below(process: u32) -> Vec<u32> {
        Parents::now().below(process)
    }

    /// Processes of the system, as they stand now.
    #[derive(Default)]
    struct Parents {
        /// Children by their parent.
        children: BTreeMap<u32, Vec<u32>>,
        alive: BTreeSet<u32>,
    }

    impl Parents {
        fn now() -> Self {
            let mut parents = Self::default();
            for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
                let name = entry.file_name();
                let Some(process) = name.to_str().and_then(|name| name.parse().ok()) else {
                    continue;
                };
                let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
                if let Some((parent, is_alive)) = parent_of(&stat) {
                    parents.children.entry(parent).or_default().push(process);
                    parents.alive.extend(is_alive.then_some(process));
                }
            }
            parents
        }

        fn is_alive(&self, process: u32) -> bool {
            self.alive.contains(&process)
        }

        fn below(&self, ancestor: u32) -> Vec<u32> {
            let (mut found, mut open) = (BTreeSet::new(), vec![ancestor]);
            while let Some(parent) = open.pop() {
                let children = self.children.get(&parent).into_iter().flatten();
                // What changes while it is read might look like a circle.
                open.extend(children.copied().filter(|&child| found.insert(child)));
            }
            found.into_iter().filter(|&process| self.is_alive(process)).collect()
        }
    }

    /// The parent in the text of `/proc/N/stat`, and false for who has ended and was not waited
    /// for.
    fn parent_of(stat: &str) -> Option<(u32, bool)> {
        // The name before may hold anything, parentheses too.
        let (_, rest) = stat.rsplit_once(')')?;
        let mut words = rest.split_ascii_whitespace();
        let state = words.next()?;
        Some((words.next()?.parse().ok()?, !matches!(state, "Z" | "X")))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_name_hides_no_parent() {
            let rows = [
                ("7 (sh) S 5 7 7 0", Some((5, true))),
                ("7 (a) Z 9 (b) Z 5 7 7 0", Some((5, false))),
                ("7 (sh", None),
                ("", None),
            ];
            for (stat, expected) in rows {
                assert_eq!(parent_of(stat), expected, "{stat}");
            }
        }
    }
}

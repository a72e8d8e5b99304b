//! Threads that do one kind of work, and stand back for others as far as they are told to.

use crate::machine;
use crate::wrong::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

type Job = Box<dyn FnOnce() + Send>;

/// They go home when this goes.
pub(crate) struct Threads {
    jobs: Sender<Job>,
}

impl Threads {
    pub(crate) fn new(name: &str, threads: usize, stand_back: i32) -> Result<Threads, Error> {
        let (jobs, given) = channel::<Job>();
        let given = Arc::new(Mutex::new(given));
        for _ in 0..threads {
            let given = Arc::clone(&given);
            let thread = std::thread::Builder::new().name(name.to_owned());
            let work = move || {
                machine::stand_back(stand_back);
                while let Some(job) = next(&given) {
                    // If the job panics, its caller hears that nothing comes of it; the thread goes on.
                    let _ = catch_unwind(AssertUnwindSafe(job));
                }
            };
            thread.spawn(work).map_err(|error| Error::Threads(error.to_string()))?;
        }
        Ok(Threads { jobs })
    }

    pub(crate) fn give(&self, job: impl FnOnce() + Send + 'static) {
        // It fails where no thread is left, and the job goes unheard.
        let _ = self.jobs.send(Box::new(job));
    }
}

fn next(given: &Mutex<Receiver<Job>>) -> Option<Job> {
    given.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

//! The file as a storage of the policy.

use std::collections::{BTreeMap, BTreeSet};

use masume_engine::Setup;
use masume_session::{Edition, Results, Session};

use super::Store;
use crate::{Autosave, PlayNumber, PlayRecord, ResumeError, Statistics, Storage, StoreError};

impl Storage for Store {
    fn autosave(&mut self, autosave: &mut Autosave, session: &Session) -> Result<(), StoreError> {
        Self::autosave(self, autosave, session)
    }

    fn begin(&mut self, autosave: &mut Autosave, session: &Session) -> Result<(), StoreError> {
        Self::begin(self, autosave, session)
    }

    fn logged(&self, play: PlayNumber) -> Result<usize, StoreError> {
        Self::logged(self, play)
    }

    fn note(&self, name: &str) -> Result<Option<(PlayNumber, String)>, StoreError> {
        Self::note(self, name)
    }

    fn set_note(&mut self, name: &str, play: PlayNumber, text: &str) -> Result<(), StoreError> {
        Self::set_note(self, name, play, text)
    }

    fn notes(&self, beginning: &str) -> Result<Vec<(String, PlayNumber, String)>, StoreError> {
        Self::notes(self, beginning)
    }

    fn unfinished_plays(&self, most: usize) -> Result<Vec<PlayRecord>, StoreError> {
        Self::unfinished_plays(self, most)
    }

    fn resume(
        &self,
        edition: &Edition,
        number: PlayNumber,
    ) -> Result<(Session, Autosave), ResumeError> {
        Self::resume(self, edition, number)
    }

    fn set_aside(&mut self, number: PlayNumber) -> Result<(), StoreError> {
        Self::set_aside(self, number)
    }

    fn add_results(&mut self, session: &Session) -> Result<bool, StoreError> {
        Self::add_results(self, session)
    }

    fn results(&self, edition: &Edition, setup: &Setup) -> Result<Results, StoreError> {
        Self::results(self, edition, setup)
    }

    fn all_results(&self, edition: &Edition) -> Result<BTreeMap<String, Results>, StoreError> {
        Self::all_results(self, edition)
    }

    fn solved_levels(&self, edition: &Edition) -> Result<BTreeSet<usize>, StoreError> {
        Self::solved_levels(self, edition)
    }

    fn count(
        &mut self,
        autosave: &Autosave,
        session: &Session,
        seconds: u64,
    ) -> Result<(), StoreError> {
        Self::count(self, autosave, session, seconds)
    }

    fn statistics(&self, source: &str) -> Result<Statistics, StoreError> {
        Self::statistics(self, source)
    }

    fn statistics_by_opponent(
        &self,
        source: &str,
    ) -> Result<BTreeMap<String, Statistics>, StoreError> {
        Self::statistics_by_opponent(self, source)
    }

    fn counted_sources(&self) -> Result<Vec<String>, StoreError> {
        Self::counted_sources(self)
    }

    fn setting(&self, name: &str) -> Result<Option<String>, StoreError> {
        Self::setting(self, name)
    }

    fn set_setting(&mut self, name: &str, value: Option<&str>) -> Result<(), StoreError> {
        Self::set_setting(self, name, value)
    }
}

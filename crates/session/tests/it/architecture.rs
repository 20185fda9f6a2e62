//! Tests that keep this room free of any face.

/// Everything here must also run where there is no system: a session is a plain value that can be
/// sent to another thread, or looked at from several.
#[test]
fn a_session_is_a_value_that_threads_can_share() {
    fn check<T: Clone + Send + Sync>() {}
    check::<masume_session::Session>();
    check::<masume_session::Save>();
    check::<masume_session::KeyTable<u8>>();
}

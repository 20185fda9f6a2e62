//! The schema of the protocol, made of its types.

use schemars::JsonSchema;
use serde_json::Value;

use super::{Ask, Notification, Reply};

/// The lines of the protocol.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "it is read by the schema alone")]
struct Lines {
    /// A line to the service.
    ask: Ask,
    /// The last line that answers it.
    reply: Reply,
    /// A line before that, for what happened meanwhile.
    notification: Notification,
}

/// The JSON schema of the protocol: an object whose members are the lines that there are.
///
/// ```
/// let schema = masume_service::protocol::schema();
/// assert!(schema["properties"]["ask"].is_object());
/// ```
pub fn schema() -> Value {
    schemars::schema_for!(Lines).to_value()
}

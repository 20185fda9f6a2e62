//! `spec/service.schema.json` is the schema of the types.

use std::path::Path;

use masume_service::protocol::schema;

#[test]
fn the_schema_is_that_of_the_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/service.schema.json");
    let expected = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    expect_test::expect_file![path].assert_eq(&expected);
}

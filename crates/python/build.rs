//! Tells linkers that want to know where names come from that Python has them.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}

//! A battle added to the folder is a reason to build again.

fn main() {
    println!("cargo::rerun-if-changed={}/../../battles", env!("CARGO_MANIFEST_DIR"));
}

//! The ledger's ids and the cases, built in.

fn main() {
    intern::game("orders");
}

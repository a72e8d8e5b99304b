//! The ledger's ids, the questions and the cases, built in.

fn main() {
    intern::game("empire");
}

//! Every rule of the ledger has a case that holds, and that fails when the rule is taken out.

engine::prove_cases!(orders::Orders);

//! Every rule of the ledger has a case that holds, and that fails when the rule is taken out.

engine::prove_cases!(
    orders::Orders,
    // Effects come with a level lost, and no unit falls to the highest.
    unread: ["orders.morale.bold on orders: effect = none"]
);

//! Every rule of the topics that stand (`empire::topics`) has a case that fails without it.

engine::prove_cases!(empire::Empire);

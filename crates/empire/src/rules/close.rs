//! Close action: shock values, totals, lead.

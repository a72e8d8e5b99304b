//! Victory: levels, losses, breakthrough, battle-mad, standards.

//! Tactical fire of guns, and firing over friends.

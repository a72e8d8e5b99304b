use super::{number, rules, table};

#[test]
fn hits_on_a_battery() {
    let (rules, lines) = (rules(), table("counter_battery_hits"));
    assert_eq!(rules.counter_battery.rows.len(), lines.len());
    for line in &lines {
        let row = rules.counter_battery.row(number(line, "min").unwrap()).unwrap();
        for end in ["min", "max"] {
            if let Some(total) = number(line, end) {
                assert_eq!(rules.counter_battery.row(total).map(|row| row.rule), Some(row.rule), "{total}");
            }
        }
        let cells = ["normal_horses", "normal_crew", "limbered_horses", "limbered_crew"];
        let cells = cells.map(|name| number(line, name).unwrap().unsigned_abs());
        assert_eq!(cells, [row.horses, row.crew, row.limbered_horses, row.limbered_crew]);
        assert_eq!(row.caisson, line["caisson_hit_and_ammo_depleted"] == "Y");
    }
}

#![allow(warnings)]
use dice::{Seed, Stream};
use engine::{Game, Side, Solo};
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let seed: u64 = a[3].parse().unwrap();
    let (battle, rules) = games::Setup::new(games::find(&a[0]).unwrap()).open().unwrap();
    let mut game = battle.begin(rules);
    let seats = general::Seats { french: general::by_name(&a[1], seed*2).unwrap(), allied: general::by_name(&a[2], seed*2+1).unwrap() };
    let mut solo = Solo::new(Stream::new(Seed::from_number(seed), 0), seats);
    let mut turn = 0;
    let every: u32 = a.get(4).map_or(3, |s| s.parse().unwrap());
    while !game.is_over() {
        if game.turn != turn {
            turn = game.turn;
            let s = volley::verdict::standings(&game);
            println!("== turn {turn} lost {:?} figs {:?} ground {:?}", s.units_lost, s.figures_lost, s.ground);
            if turn % every == 1 || every == 1 {
            for (_, u) in game.on_table() {
                let p = u.pose.unwrap();
                println!("  {:8} {:34} {:10} {:2}/{:2} ({:5.1},{:5.1}) {:3} {}{}", format!("{:?}", u.side()), u.name(), u.formation.to_string(), u.figures, u.profile.figures, p.at.x as f64/1000., p.at.y as f64/1000., p.facing.to_degrees(), if u.halted>0 {"halt "} else {""}, if u.marker.is_some() {"marker"} else {""});
            }}
        }
        solo.play(&mut game, 1);
    }
    for u in game.units.iter().filter(|u| u.is_lost()) { println!("  lost {:?} {} {:?} figs {}/{}", u.side(), u.name(), u.standing, u.figures, u.profile.figures); }
    println!("{:?}", game.outcome);
}

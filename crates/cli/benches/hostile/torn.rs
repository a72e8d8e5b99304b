//! Power cuts: the database as a cut would have left it, with the end of its log torn by the sector.
//!
//! What was confirmed is on the disk; what came after it may be there in any part. So the file is copied when all is
//! confirmed, and once more in the middle of later moves; between the two each sector of the log may be missing, empty
//! or nonsense. Such an image must open with every confirmed move, and every later one whole or absent.

use crate::common::Luck;
use crate::common::line::Line;
use crate::common::server::{Serve, Server};
use crate::common::table::{Table, print_of};
use crate::{Trial, Tried};
use std::time::{Duration, Instant};

const SECTOR: usize = 512;
const USUAL: usize = 60;
/// How many images are made of one moment.
const IMAGES_OF_A_MOMENT: usize = 6;

/// A game and how it looked to a spectator after each move.
struct Followed {
    table: Table,
    prints: Vec<u64>,
    /// How many of them were confirmed when the first copy was made.
    sure: usize,
}

impl Followed {
    async fn follow(&mut self, line: &mut Line) -> Result<(), String> {
        let reply = line.get(&self.table.game.path, &self.table.game.watch).await?;
        if reply.status != 200 {
            return Err(reply.told());
        }
        self.prints.push(print_of(&reply.body)?);
        Ok(())
    }
}

/// The files as they lie there.
#[derive(PartialEq, Eq)]
struct Image {
    db: Vec<u8>,
    log: Vec<u8>,
}

impl Image {
    fn of(server: &Server, db: &str) -> Image {
        // Nothing is written while it is copied.
        server.hold();
        let read = |path: String| std::fs::read(path).unwrap_or_default();
        let image = Image { db: read(db.to_owned()), log: read(format!("{db}-wal")) };
        server.go_on();
        image
    }

    fn write(&self, db: &str) -> std::io::Result<()> {
        let _ = std::fs::remove_file(format!("{db}-shm"));
        std::fs::write(db, &self.db)?;
        std::fs::write(format!("{db}-wal"), &self.log)
    }
}

#[derive(Default)]
struct Tally {
    moments: usize,
    images: usize,
    torn: usize,
    moves: usize,
    looks: usize,
    /// Looks that found something later than what was sure.
    later: usize,
}

pub(crate) async fn run(trial: &Trial) -> Tried {
    let mut luck = trial.luck(2);
    let db = trial.folder.join("torn.sqlite");
    let serve = Serve::new(&db, trial.folder.path());
    let server = serve.start()?;
    let mut line = Line::seated(server.port, 1);
    let mut games = Vec::new();
    let mut tally = Tally::default();
    let start = Instant::now();
    while trial.goes_on(start, tally.images, trial.images, USUAL) && trial.troubles.count() < 20 {
        fill_up(&mut games, &mut line, &mut luck).await?;
        let before = tally.moves;
        moves(&mut games, &mut line, &mut luck, 4, &mut tally).await?;
        for game in &mut games {
            game.sure = game.prints.len() - 1;
        }
        let sure = Image::of(&server, &db);
        moves(&mut games, &mut line, &mut luck, 6, &mut tally).await?;
        let cut = cut_in_a_move(&mut games, &server, &db, &mut line, &mut luck, &mut tally).await?;
        tally.moments += 1;
        // Where the log was taken into the file between, nothing of it may be torn.
        let tail = sure.db == cut.db && cut.log.len() > sure.log.len() && cut.log.starts_with(&sure.log);
        for n in 0..IMAGES_OF_A_MOMENT {
            let mut image = Image { db: cut.db.clone(), log: cut.log.clone() };
            if n > 0 && !tail {
                break;
            }
            if n > 0 {
                tear(&mut image.log, sure.log.len(), &mut luck);
                tally.torn += 1;
            }
            tally.images += 1;
            let what = format!("image {n} of moment {} (moves {before}..{})", tally.moments, tally.moves);
            look(trial, &image, &games, &what, &mut luck, &mut tally).await?;
        }
    }
    for panic in serve.panics().into_iter().take(3) {
        trial.trouble(panic);
    }
    Ok(vec![
        format!(
            "{} images of {} moments, {} of them torn by the sector; {} confirmed moves in {} games",
            tally.images,
            tally.moments,
            tally.torn,
            tally.moves,
            games.len()
        ),
        format!("{} looks: every confirmed move there, {} showed a later one too", tally.looks, tally.later),
    ])
}

/// Six games of both kinds; those that are over are replaced.
async fn fill_up(games: &mut Vec<Followed>, line: &mut Line, luck: &mut Luck) -> Result<(), String> {
    games.retain(|game| !game.table.is_over());
    while games.len() < 6 {
        line.from = format!("10.2.{}.{}", luck.below(250), luck.below(250));
        let battle = luck.pick(&["gilly", "baumersdorf", "leubnitz"]);
        let allied = luck.pick(&["friend", "captain"]);
        let table = Table::begin(line, battle, ["you", allied]).await?;
        let mut game = Followed { table, prints: Vec::new(), sure: 0 };
        game.follow(line).await?;
        games.push(game);
    }
    Ok(())
}

async fn moves(
    games: &mut [Followed],
    line: &mut Line,
    luck: &mut Luck,
    most: usize,
    tally: &mut Tally,
) -> Result<(), String> {
    for _ in 0..=luck.below(most) {
        let n = luck.below(games.len());
        let game = &mut games[n];
        if game.table.play(line, luck).await?.is_some() {
            tally.moves += 1;
            game.follow(line).await?;
        }
    }
    Ok(())
}

/// A copy while a move is on its way.
async fn cut_in_a_move(
    games: &mut [Followed],
    server: &Server,
    db: &str,
    line: &mut Line,
    luck: &mut Luck,
    tally: &mut Tally,
) -> Result<Image, String> {
    let n = luck.below(games.len());
    let game = &mut games[n];
    let moment = Duration::from_micros(luck.any() % 6_000);
    let copy = async {
        tokio::time::sleep(moment).await;
        Image::of(server, db)
    };
    let (played, image) = tokio::join!(game.table.play(line, luck), copy);
    if played?.is_some() {
        tally.moves += 1;
        game.follow(line).await?;
    }
    Ok(image)
}

/// Tears what lies after the sure part of a log.
fn tear(log: &mut Vec<u8>, sure: usize, luck: &mut Luck) {
    let sectors = (log.len() - sure).div_ceil(SECTOR);
    match luck.below(3) {
        0 => log.truncate((sure + luck.below(sectors + 1) * SECTOR).min(log.len())),
        way => {
            for sector in 0..sectors {
                if luck.once_in(3) {
                    let from = sure + sector * SECTOR;
                    let to = (from + SECTOR).min(log.len());
                    for byte in &mut log[from..to] {
                        *byte = if way == 1 { 0 } else { luck.any().to_le_bytes()[0] };
                    }
                }
            }
        }
    }
}

/// The real server on an image: every game is at a moment it has been at, and goes on.
async fn look(
    trial: &Trial,
    image: &Image,
    games: &[Followed],
    what: &str,
    luck: &mut Luck,
    tally: &mut Tally,
) -> Result<(), String> {
    let db = trial.folder.join("image.sqlite");
    image.write(&db).map_err(|error| error.to_string())?;
    let serve = Serve::new(&db, trial.folder.path());
    let server = match serve.start() {
        Ok(server) => server,
        Err(said) => {
            trial.trouble(format!("{what} does not open: {said}"));
            return Ok(());
        }
    };
    let mut line = Line::seated(server.port, 2);
    for game in games {
        tally.looks += 1;
        let links = &game.table.game;
        let reply = line.get(&links.path, &links.watch).await?;
        if reply.status != 200 {
            trial.trouble(format!("{what}: {}", reply.told()));
            continue;
        }
        let print = print_of(&reply.body)?;
        match game.prints.iter().rposition(|known| *known == print) {
            Some(n) if n >= game.sure => tally.later += usize::from(n > game.sure),
            Some(n) => {
                trial.trouble(format!(
                    "{what}: {} confirmed moves of {} are lost",
                    game.sure - n,
                    links.path
                ));
            }
            None => trial.trouble(format!("{what}: {} is as it never was", links.path)),
        }
    }
    let one = &games[luck.below(games.len())].table.game;
    let mut table = Table::of(&mut line, one.clone()).await?;
    if let Err(error) = table.play(&mut line, luck).await {
        trial.trouble(format!("{what}: {} does not go on: {error}", one.path));
    }
    Ok(())
}

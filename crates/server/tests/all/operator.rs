//! What an operator asks for: a part of a proxy's site, and a file that only he can read.

use crate::common::{Begun, Client, Folder, config, request};
use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::json;
use server::Config;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use tower::ServiceExt as _;

async fn under(folder: &Folder, base: &str) -> Client {
    let base_path = Some(base.parse().unwrap());
    Client { app: server::app(Config { base_path, ..config(folder) }).await.unwrap() }
}

/// Where a reply sends its reader: a reference, as browsers take it.
async fn sends_to(client: &Client, path: &str) -> Option<String> {
    let request = Request::builder().uri(path).body(Body::empty()).unwrap();
    let reply = client.app.clone().oneshot(request).await.unwrap();
    let to = reply.headers().get("location").map(|to| to.to_str().unwrap().to_owned());
    assert_eq!(to.is_some(), reply.status().as_u16() == 307, "{path}: {}", reply.status());
    to
}

#[tokio::test]
async fn under_a_path_of_its_proxy_everything_is_there_and_beside_it_nothing() {
    let folder = Folder::new();
    for base in ["/grognard", "/club/grognard"] {
        let client = under(&folder, base).await;
        let get = |path: String| {
            let client = client.clone();
            async move { client.send(Method::GET, &path, None, Vec::new()).await }
        };
        assert_eq!(get(format!("{base}/")).await.status, 200);
        assert_eq!(get(format!("{base}/health")).await.text(), "well\n");
        assert_eq!(get(format!("{base}/api/battles")).await.status, 200);
        get(format!("{base}/api/nothing")).await.fails(404);
        // A whole game's way: begun, looked at with its link, and a question behind the path.
        let body =
            json!({ "request": request(), "battle": "gilly", "french": "you", "allied": "you", "seed": 7 });
        let begun =
            client.send(Method::POST, &format!("{base}/api/games"), None, body.to_string().into()).await;
        let game = Begun::of(&begun.ok());
        let view = client.get(&format!("{base}{}?after=1000000", game.path), &game.watch).await.ok();
        assert_eq!((&view["id"], &view["log"]), (&json!(game.id), &json!([])), "the query came through");
        client.get(&format!("{base}{}", game.path), "nobody").await.fails(401);
        let last = base.rsplit('/').next().unwrap();
        assert_eq!(sends_to(&client, base).await, Some(format!("{last}/")));
        for beside in ["/", "/api/battles", "/health", "/grognardier/", "/clubs"] {
            let told = get(beside.to_owned()).await.fails(404);
            assert!(told["error"].as_str().unwrap().contains(&format!("under {base}/")), "{told}");
        }
    }
}

/// The page names whatever it needs from where it lies, so a proxy may put it anywhere, with or without being known
/// here; a place within the page leads up to it.
#[tokio::test]
async fn the_page_is_whole_wherever_it_lies() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let wire = std::fs::read_to_string(web.join("src/api.ts")).unwrap();
    let frame = std::fs::read_to_string(web.join("index.html")).unwrap();
    for rooted in ["'/api", "`/api", "\"/api", "location.host", "href=\"/"] {
        assert!(!wire.contains(rooted) && !frame.contains(rooted), "{rooted} begins at the site's root");
    }
    let vite = std::fs::read_to_string(web.join("vite.config.ts")).unwrap();
    assert!(vite.contains("base: './'"));
    let Ok(index) = std::fs::read_to_string(web.join("dist/index.html")) else { return };
    assert!(!index.contains("=\"/"), "built with paths from the root: {index}");
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    for (place, up) in [("/game", "./"), ("/game/0123", "../"), ("/a/b/", "../../"), ("//evil", "../")] {
        assert_eq!(sends_to(&client, place).await.as_deref(), Some(up), "{place}");
    }
    let client = under(&folder, "/grognard").await;
    assert_eq!(sends_to(&client, "/grognard/game/0123").await.as_deref(), Some("../"));
    assert_eq!(sends_to(&client, "/grognard/").await, None);
    for (at, _) in index.match_indices("./assets/") {
        let file = index[at + 1..].split('"').next().unwrap();
        assert_eq!(client.send(Method::GET, &format!("/grognard{file}"), None, Vec::new()).await.status, 200);
    }
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn the_file_of_games_is_its_owners_alone_and_one_that_is_there_keeps_its_rights() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    client.begin("gilly", "you", "you", json!({})).await;
    for file in ["games.sqlite", "games.sqlite-wal", "games.sqlite-shm"] {
        assert_eq!(mode(&folder.0.join(file)), 0o600, "{file}");
    }
    drop(client);
    let shared = folder.0.join("shared.sqlite");
    std::fs::write(&shared, "").unwrap();
    std::fs::set_permissions(&shared, std::fs::Permissions::from_mode(0o640)).unwrap();
    let client = Client { app: server::app(Config::new(shared.clone())).await.unwrap() };
    client.begin("gilly", "you", "you", json!({})).await;
    assert_eq!(mode(&shared), 0o640);
}

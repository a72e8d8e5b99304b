//! Seats and the secrets that open them.

use crate::common::{Client, Folder, config, request, run};
use axum::http::{Method, StatusCode};
use serde_json::json;
use server::for_tests::{self, Chairs, Opened, Seat, TokenHashes, hashed};

#[test]
fn a_link_of_old_opens_its_seat() {
    let (french, allied, watch) = (hashed("a"), hashed("b"), hashed("c"));
    let old = format!(r#"{{"french":"{french}","allied":"{allied}","watch":"{watch}"}}"#);
    let hashes: TokenHashes = serde_json::from_str(&old).unwrap();
    for (token, seat) in [("a", Seat::French), ("b", Seat::Allied), ("c", Seat::Watch)] {
        assert_eq!(hashes.opens(token).unwrap(), Opened { seat, invited: None });
    }
    assert_eq!(hashes.opens("d").unwrap_err().status, StatusCode::UNAUTHORIZED);
    assert_eq!(hashes.chairs, Chairs::default(), "nobody is awaited, and no dice wait");
}

/// After some minutes the answer is no longer waited for: from then on the request does not get its secret again.
#[tokio::test]
async fn a_seat_that_was_taken_long_ago_is_given_to_no_request_again() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let body = json!({ "request": request(), "battle": "gilly", "french": "you", "allied": "friend" });
    let begun = client.send(Method::POST, "/api/games", None, body.to_string().into()).await.ok();
    let id = begun["id"].as_str().unwrap();
    let invitation = begun["invitations"]["allied"].as_str().unwrap();
    let take = format!("/api/games/{id}/seat/take");
    let body = json!({ "request": request() });
    let taken = client.post(&take, invitation, &body).await.ok();
    let token = taken["token"].as_str().unwrap();
    let renew = format!("/api/games/{id}/seat/renew");
    let anew = json!({ "request": request() });
    for (path, by, body) in [(&take, invitation, &body), (&renew, token, &anew)] {
        let (rooms, app) = for_tests::app(&config(&folder)).await.unwrap();
        let client = Client { app };
        let first = client.post(path, by, body).await.ok();
        assert_eq!(client.post(path, by, body).await.ok(), first, "the line broke, perhaps");
        // Ten minutes later.
        let (_, mut held) = rooms.store.game(id).await.unwrap().unwrap();
        let since =
            held.setting.split("\"since\":").nth(1).unwrap().split([',', '}']).next().unwrap().to_owned();
        let before = since.parse::<i64>().unwrap() - 600;
        held.setting = held.setting.replace(&format!("\"since\":{since}"), &format!("\"since\":{before}"));
        let (setting, sum) = (&held.setting, held.sum());
        run(&folder, &format!("UPDATE games SET setting = '{setting}', sum = '{sum}' WHERE id = '{id}'"))
            .await;
        assert!(client.post(path, by, body).await.status.is_client_error());
    }
}

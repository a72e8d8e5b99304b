//! Every described route is there, and answers to no other method than is described.

use super::described;
use crate::common::{Client, Folder};
use axum::http::Method;

#[tokio::test]
async fn every_described_route_is_there_and_no_other_way_to_call_it() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    for (template, operations) in described().paths.as_object().unwrap() {
        let path: Vec<&str> =
            template.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect();
        let path = path.join("/");
        for method in [Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
            let is_described = operations.get(method.as_str().to_lowercase()).is_some();
            let reply = client.send(method.clone(), &path, None, Vec::new()).await;
            assert_eq!(reply.status != 405, is_described, "{method} {template}: {}", reply.status);
            // Whatever is at no address at all gets the page, or this sentence.
            assert!(!reply.text().contains("/api/openapi.json lists what there is"), "{method} {template}");
        }
    }
}

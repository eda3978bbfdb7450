-- A token names the secret it was made with; those that ended lately are read by every node at each change.
create index app_key_secret_ended_at on app_key_secret (ended_at) where ended_at is not null;

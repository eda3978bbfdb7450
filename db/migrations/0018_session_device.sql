-- So that people know their sessions apart, and one that is not theirs.
alter table portal_session add column user_agent text check (length(user_agent) <= 400);
comment on column portal_session.user_agent is 'What the browser said of itself at the sign-in, shortened; null: nothing.';

-- Operators see at a glance how many companies wait for them, among however many there are.
create index tenant_pending on tenant (created_at) where status = 'pending';

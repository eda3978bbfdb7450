-- Foreign keys are looked up from the other side, too; this one had no index.
create index app_key_secret_of_tenant on app_key_secret (tenant_uuid);

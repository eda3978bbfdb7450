-- Best fit in an area is one probe for each size. The primary key has blocks in their order too, and a planner that does not
-- know how many of a size lie in an area would rather walk along it; this expression is in one index alone.
drop index free_block_by_size;
create index free_block_by_size on free_block (length desc, network(block)) where not hidden;

-- The member to whom the founder offers the World, until it is answered.
alter table worlds.world add column handed_to text, add column handed_at timestamptz;

ALTER TABLE tables ADD COLUMN claimed_by TEXT;
ALTER TABLE tables ADD COLUMN claimed_until INTEGER;

-- A claim is held while due_at is what the claim made it. An append that moves wake_at ends it by moving
-- due_at, and so does a release without owners by claiming the table itself: nobody who appends has to look
-- here. The second condition tells a new wake_at that happens to be the end of the claim from the claim.
CREATE VIEW claims AS
  SELECT id, claimed_by AS owner, due_at AS until FROM tables
  WHERE due_at = claimed_until AND due_at > wake_at;

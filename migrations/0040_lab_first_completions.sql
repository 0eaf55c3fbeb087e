-- When somebody first did all steps of a copy: it stays whatever they undo or do again, so a competition that is over keeps its score.
alter table lab_template add column first_completed_at timestamptz(3);
update lab_template set first_completed_at = completed_at where completed_at is not null;

-- What there is to send before a super admin has made templates. They can be changed, rejected and deleted like any other.
insert into drop_template (id, type, title, content, approval_status, created_at, updated_at)
select gen_random_uuid(), type, title, content, 'approved', now(), now()
from (values
  ('encouragement', 'Still at it', 'You are still at it. That is the hard part, and you are doing it.'),
  ('encouragement', 'Small steps count', 'A small step is a step. Look back for a moment: you have come further than you think.'),
  ('encouragement', 'Not alone', 'Whatever today is like, you are not alone with it. I am cheering for you.'),
  ('encouragement', 'A day off is fine', 'Rest is no failure. Take the evening, and begin again when you are ready.'),
  ('encouragement', 'I noticed', 'I noticed the effort that you put in. It matters, also when nobody says so.'),
  ('encouragement', 'Tomorrow is new', 'A day that went wrong is one day. Tomorrow does not know about it.'),
  ('science_tidbit', 'Words calm',
    'Putting a feeling into words calms it: in brain scans, naming an emotion goes with less activity in the amygdala.'),
  ('science_tidbit', 'Habits take their time',
    'In a study of new habits they took 66 days on average to become automatic, and a single missed day made no difference worth mentioning.'),
  ('science_tidbit', 'Ideas on foot',
    'People have more ideas while they walk than while they sit. In the experiments even a treadmill that faced a wall was enough.'),
  ('science_tidbit', 'Asleep and learning',
    'While you sleep, your brain replays what you learned during the day. A good night is part of learning.'),
  ('science_tidbit', 'The bee’s directions',
    'A honey bee tells the others by a dance where flowers are: its angle gives the direction, as seen from the sun, and its length the distance.'),
  ('science_tidbit', 'Young sunflowers turn',
    'Young sunflowers follow the sun from east to west during the day, and turn back to the east at night to await it.')
) as template (type, title, content);

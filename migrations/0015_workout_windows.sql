-- The two hours of a day that a person has committed to. One each.
create table workout_window (
  id uuid primary key,
  user_id uuid not null unique references profile (id) on delete cascade,
  activity_type text not null
    check (activity_type in ('cardio', 'strength', 'walk', 'meditation', 'reading', 'homework', 'other')),
  custom_activity text check (char_length(custom_activity) between 1 and 100),
  -- On the clock of the time zone; a window that ends before it starts ends on the next day.
  window_start_time time not null,
  window_end_time time not null,
  timezone text not null check (char_length(timezone) between 1 and 50),
  is_active boolean not null default true,
  -- The first date, where the person lives, on which they had a window.
  since date not null,
  -- Who is matched with whom: people of one group alone. Kept in step with the location by whoever writes either.
  match_group text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (window_end_time = window_start_time + interval '2 hours'),
  check ((activity_type = 'other') = (custom_activity is not null))
);

create index workout_window_of_group on workout_window (match_group, user_id) where is_active;

-- Where somebody is, as far as they say so. Others never see it; it decides who is matched with whom.
create table workout_location (
  user_id uuid primary key references profile (id) on delete cascade,
  ip_address inet,
  latitude numeric(10, 8) check (latitude between -90 and 90),
  longitude numeric(11, 8) check (longitude between -180 and 180),
  city text check (char_length(city) between 1 and 100),
  region text check (char_length(region) between 1 and 100),
  country text check (country ~ '^[A-Z]{2}$'),
  timezone text check (char_length(timezone) between 1 and 50),
  last_updated timestamptz(3) not null,
  check ((latitude is null) = (longitude is null))
);

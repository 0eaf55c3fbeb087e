-- The rules of time zones, as the version of Meadow that started last brings them. PostgreSQL has zone data of another release.

create table zone_data (
  is_only boolean primary key default true check (is_only),
  -- The release of the IANA data, such as 2026f.
  version text not null,
  -- Stored names of zones that the data does not have.
  unknown_zones text[] not null default '{}'
);

-- Each period in which a zone has one offset, from 2000 on. The first one of a zone has no beginning.
create table zone_period (
  -- In lower case.
  zone text not null,
  begins_at timestamptz not null,
  utc_offset interval not null,
  primary key (zone, begins_at)
);

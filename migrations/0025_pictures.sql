-- What clients need to lay out a picture before it is loaded. Null for pictures from before this migration.
alter table check_in
  add column photo_width integer check (photo_width > 0),
  add column photo_height integer check (photo_height > 0),
  add column photo_color text check (photo_color ~ '^#[0-9a-f]{6}$'),
  add constraint check_in_photo_size_check check ((photo_width is null) = (photo_height is null));

-- The width and height of the preview. It was 256 before this migration.
alter table tone_pack_image
  add column preview_size integer not null default 256 check (preview_size > 0),
  add column color text check (color ~ '^#[0-9a-f]{6}$');
alter table tone_pack_image alter column preview_size drop default;

-- The size of the image. Null until its other forms are stored, whose keys follow from `image_key`.
alter table mosaic
  add column image_width integer check (image_width > 0),
  add column image_height integer check (image_height > 0),
  -- Lease of the node that makes the other forms.
  add column forms_lease_expires_at timestamptz(3),
  add constraint mosaic_image_size_check check ((image_width is null) = (image_height is null));

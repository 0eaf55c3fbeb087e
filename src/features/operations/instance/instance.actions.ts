import { MAX_AVATAR_BYTES } from '#features/account';
import { MAX_PHOTO_BYTES } from '#features/check-in';
import { MAX_DROP_CONTENT_LENGTH } from '#features/encouragement';
import { MAX_ENTRY_CONTENT_LENGTH, MAX_ENTRY_TAGS, MAX_ENTRY_TITLE_LENGTH } from '#features/journal';
import { MAX_EMAILS_PER_DAY } from '#features/mail';
import { MAX_JSON_BYTES } from '#platform/http/json-body.ts';
import { MAX_PAGE_SIZE } from '#platform/http/pagination.ts';
import { MAX_IMAGE_PIXELS } from '#platform/images/images.ts';
import type { OperationsDeps } from '../deps.ts';
import type { Instance } from './instance.schema.ts';

/** What clients need to know of this server before a user signs in. Holds no secret, and no host of a provider. */
export function readInstance(deps: OperationsDeps): Instance {
  const isBuiltIn = deps.handleIdentity !== null;
  return {
    name: 'Meadow',
    version: deps.version,
    services: deps.readServices(),
    sign_in: {
      kind: isBuiltIn ? 'built_in' : 'external',
      issuer: deps.tokenIssuer,
      client: deps.identityClient,
      is_sign_up_open: isBuiltIn ? deps.signUpPolicy === 'open' : null,
      sign_up: isBuiltIn ? deps.signUpPolicy : null,
    },
    limits: {
      max_entry_title_length: MAX_ENTRY_TITLE_LENGTH,
      max_entry_content_length: MAX_ENTRY_CONTENT_LENGTH,
      max_entry_tags: MAX_ENTRY_TAGS,
      max_drop_content_length: MAX_DROP_CONTENT_LENGTH,
      max_photo_bytes: MAX_PHOTO_BYTES,
      max_avatar_bytes: MAX_AVATAR_BYTES,
      max_image_pixels: MAX_IMAGE_PIXELS,
      max_json_bytes: MAX_JSON_BYTES,
      max_page_size: MAX_PAGE_SIZE,
      max_emails_per_day: MAX_EMAILS_PER_DAY,
      max_text_bytes_per_day: deps.textBytesPerDay,
      max_ai_calls_per_day: deps.aiCallsPerDay,
    },
  };
}

import Type, { type Static } from 'typebox';
import { SignUpPolicy } from '#features/account';
import { Nullable } from '#platform/http/shapes.ts';

const service = (description: string) => Type.Boolean({ description });

export const Services = Type.Object(
  {
    ai: service('Moods are detected, and images are generated.'),
    payment: service('Users can subscribe.'),
    music: service('Users can connect a music account.'),
    push: service('Browsers get notifications.'),
    mail: service('Emails are sent.'),
  },
  { title: 'InstanceServices', description: 'What this server is configured with. A service can still fail.' },
);
export type Services = Static<typeof Services>;

const SignIn = Type.Object(
  {
    kind: Type.Enum(['built_in', 'external'], {
      description: '`built_in`: the routes of *Sign-in*. `external`: the identity provider of `issuer`.',
    }),
    issuer: Type.String({ description: 'The `iss` of access tokens that this server accepts.' }),
    client: Nullable(
      Type.Object(
        {
          id: Type.String({ description: 'The `client_id` of the web client, a public client with PKCE.' }),
          scope: Type.String({ description: 'The scopes to ask for, separated by spaces.' }),
          audience: Type.String({ description: 'The `aud` that access tokens must have.' }),
        },
        { title: 'InstanceClient' },
      ),
      { description: 'How the web client signs in at the external identity provider; null if it cannot.' },
    ),
    is_sign_up_open: Nullable(
      Type.Boolean({
        description: 'Whether all new users can create an account; null if the external identity provider decides it.',
      }),
    ),
    sign_up: Nullable(SignUpPolicy, {
      description:
        'Who can create an account. `invite`: users with an invitation. null if the external identity provider decides it.',
    }),
  },
  { title: 'InstanceSignIn' },
);

const limit = (description: string) => Type.Integer({ minimum: 0, description });

const Limits = Type.Object(
  {
    max_entry_title_length: limit('Characters.'),
    max_entry_content_length: limit('Characters.'),
    max_entry_tags: limit('Tags of one entry.'),
    max_drop_content_length: limit('Characters of an encouragement drop.'),
    max_photo_bytes: limit('Bytes of the photo of a check-in.'),
    max_avatar_bytes: limit('Bytes.'),
    max_image_pixels: limit('Pixels of a photo or an avatar: width times height.'),
    max_json_bytes: limit('Bytes of a JSON body.'),
    max_page_size: limit('Records in a page of most lists.'),
    max_emails_per_day: limit('Emails that a user can send on one day (UTC).'),
    max_text_bytes_per_day: limit('Bytes of JSON that a user can send on one day (UTC).'),
    max_ai_calls_per_day: limit('AI calls that a user can cause on one day (UTC).'),
  },
  { title: 'InstanceLimits' },
);

export const Instance = Type.Object(
  { name: Type.Literal('Meadow'), version: Type.String(), services: Services, sign_in: SignIn, limits: Limits },
  { title: 'Instance' },
);
export type Instance = Static<typeof Instance>;

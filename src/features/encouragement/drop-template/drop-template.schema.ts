import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema, PageQuery } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

export const DropType = Type.Enum(['encouragement', 'media', 'science_tidbit'], { title: 'DropType' });
export type DropType = Static<typeof DropType>;

export const Title = Type.String({ minLength: 1, maxLength: 200 });
export const MAX_CONTENT_LENGTH = 1_000;
export const Content = Type.String({ minLength: 1, maxLength: MAX_CONTENT_LENGTH });

const MediaUrl = Type.String({ minLength: 1, maxLength: 2_048, description: 'An https URL or a URL of this service.' });
/** An image, video or audio file of a drop. */
export const Media = Type.Object(
  {
    media_url: Nullable(MediaUrl),
    media_type: Nullable(Type.Enum(['image', 'video', 'audio'])),
    thumbnail_url: Nullable(MediaUrl),
  },
  { title: 'DropMedia' },
);
export type Media = Static<typeof Media>;

const ApprovalStatus = Type.Enum(['pending', 'approved', 'rejected'], {
  title: 'ApprovalStatus',
  description: 'Users can list and send approved templates only.',
});
export type ApprovalStatus = Static<typeof ApprovalStatus>;

export const Template = Type.Object(
  {
    id: Uuid,
    type: DropType,
    title: Title,
    content: Content,
    ...Media.properties,
    approval_status: ApprovalStatus,
    usage_count: Type.Integer({ description: 'Drops sent with this template.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'DropTemplate' },
);
export type Template = Static<typeof Template>;

export const TemplateBody = Type.Object({ template: Template }, { title: 'DropTemplateBody' });
export const TemplateList = listSchema('templates', Template);

export const TemplateQuery = Type.Object({ ...PageQuery.properties, type: Type.Optional(DropType) });
export type TemplateQuery = Static<typeof TemplateQuery>;

export const TemplateAdministrationQuery = Type.Object({
  ...TemplateQuery.properties,
  approval_status: Type.Optional(ApprovalStatus),
});
export type TemplateAdministrationQuery = Static<typeof TemplateAdministrationQuery>;

export const TemplateChange = Type.Partial(
  Type.Object({
    type: DropType,
    title: Title,
    content: Content,
    ...Media.properties,
    approval_status: ApprovalStatus,
  }),
  { title: 'DropTemplateChange' },
);
export type TemplateChange = Static<typeof TemplateChange>;

export const NewTemplate = Type.Object(
  {
    ...TemplateChange.properties,
    type: DropType,
    title: Title,
    content: Content,
  },
  { title: 'NewDropTemplate' },
);
export type NewTemplate = Static<typeof NewTemplate>;

export const templateErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'drops.template-not-found',
    message: 'There is no such template for a drop of this type. See GET /api/encouragement-drops/templates.',
  },
  mediaIncomplete: {
    status: 400,
    code: 'drops.media-incomplete',
    message: 'Send media_url and media_type together, or neither. A template of type media needs both.',
  },
  mediaUrlInvalid: {
    status: 400,
    code: 'drops.media-address-invalid',
    message: 'media_url and thumbnail_url must be https URLs or URLs of this service.',
  },
});

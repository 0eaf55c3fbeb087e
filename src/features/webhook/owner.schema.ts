import Type from 'typebox';
import { IdInPath, Uuid } from '#platform/http/shapes.ts';
import {
  NewOrganizationWebhook,
  NewUserWebhook,
  OrganizationWebhookChange,
  UserWebhookChange,
} from './endpoint/endpoint.schema.ts';

const Webhook = { webhookId: Uuid };
const Delivery = { ...Webhook, deliveryId: Uuid };

/** Whose webhooks there are, and how their routes differ. */
export const OWNERS = [
  {
    base: '/api/user/webhooks',
    noun: 'User',
    whose: 'your',
    access: '',
    errors: [],
    path: Type.Object({}),
    webhookPath: Type.Object(Webhook),
    deliveryPath: Type.Object(Delivery),
    newWebhook: NewUserWebhook,
    webhookChange: UserWebhookChange,
  },
  {
    base: '/api/organizations/:id/webhooks',
    noun: 'Organization',
    whose: "an organization's",
    access: ' Only the owner and the admins of the organization can do this.',
    errors: ['organization.not-found', 'organization.not-member', 'organization.not-admin'],
    path: IdInPath,
    webhookPath: Type.Object({ ...IdInPath.properties, ...Webhook }),
    deliveryPath: Type.Object({ ...IdInPath.properties, ...Delivery }),
    newWebhook: NewOrganizationWebhook,
    webhookChange: OrganizationWebhookChange,
  },
] as const;

/** The organization in a path; null for the webhooks of the actor. */
export const orgIdOf = (params: object): string | null => ('id' in params ? String(params.id) : null);

import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

export const MAX_ENDPOINT_LENGTH = 2048;

const Endpoint = Type.String({
  format: 'uri',
  maxLength: MAX_ENDPOINT_LENGTH,
  description: "A URL of the browser's push service.",
});

export const Device = Type.Object(
  {
    id: Uuid,
    endpoint: Endpoint,
    created_at: Timestamp,
    updated_at: Type.String({ format: 'date-time', description: 'When the browser last registered.' }),
  },
  { title: 'Device' },
);
export type Device = Static<typeof Device>;

export const DeviceBody = Type.Object({ device: Device }, { title: 'DeviceBody' });

export const DeviceList = Type.Object(
  {
    ...listSchema('devices', Device).properties,
    vapid_public_key: Type.String({
      description: 'The `applicationServerKey` for subscriptions: 65 bytes in base64url.',
    }),
  },
  { title: 'DevicePage' },
);
export type DeviceList = Static<typeof DeviceList>;

export const NewDevice = Type.Object(
  {
    endpoint: Endpoint,
    keys: Type.Object({
      p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}$', maxLength: 87, description: '65 bytes in base64url.' }),
      auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$', maxLength: 22, description: '16 bytes in base64url.' }),
    }),
  },
  { title: 'NewDevice', description: 'The result of `PushSubscription.toJSON()` in a browser.' },
);
export type NewDevice = Static<typeof NewDevice>;

export const DeviceQuery = Type.Object({ endpoint: Type.Optional(Endpoint) });

/** Optional, because some clients send no body with DELETE. */
export const DeletedDevice = Nullable(Type.Object({ endpoint: Endpoint }, { title: 'DeviceToForget' }));

export const deviceErrors = declareErrors({
  endpointRefused: {
    status: 400,
    code: 'notification.endpoint-refused',
    message:
      'Notifications cannot be sent to this endpoint. Send the subscription as the browser returned it, or ask the operator.',
  },
  keysUnusable: {
    status: 400,
    code: 'notification.keys-unusable',
    message: 'These keys are invalid. Send the subscription as the browser returned it.',
  },
  endpointMissing: {
    status: 400,
    code: 'notification.endpoint-missing',
    message: 'Send the endpoint of the device in the body or the query.',
  },
  deviceNotFound: {
    status: 404,
    code: 'notification.device-not-found',
    message: 'You have no device with this endpoint. GET /api/notifications/devices lists yours.',
  },
});

import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { MessageBody } from '#platform/http/shapes.ts';
import type { NotificationDeps } from '../deps.ts';
import { listDevices, registerDevice, removeDevice } from './device.actions.ts';
import { DeletedDevice, DeviceBody, DeviceList, DeviceQuery, NewDevice } from './device.schema.ts';

const tags = ['Notifications'];

export function deviceRoutes(deps: NotificationDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/notifications/devices',
      {
        schema: {
          tags,
          operationId: 'listDevices',
          summary: 'List your devices',
          description:
            'Returns at most ten browsers that show your notifications, and the public key with which another one subscribes.',
          response: { 200: DeviceList },
        },
      },
      async (request) => listDevices(deps, actorOf(request)),
    );

    scope.post(
      '/api/notifications/devices',
      {
        config: { refusedWhileImpersonating: true, requiresVerifiedAddress: true },
        schema: {
          tags,
          operationId: 'registerDevice',
          summary: 'Register a device',
          description:
            'The body is the `PushSubscription` of a browser. Registering it again returns 200 and updates its keys; a subscription of another user moves to you. Beyond ten devices, the oldest is removed.',
          body: NewDevice,
          errors: ['notification.endpoint-refused', 'notification.keys-unusable'],
          response: { 200: DeviceBody, 201: DeviceBody },
        },
      },
      async (request, reply) => {
        const { device, isNew } = await registerDevice(deps, actorOf(request), request.body);
        return reply.status(isNew ? 201 : 200).send({ device });
      },
    );

    scope.delete(
      '/api/notifications/devices',
      {
        schema: {
          tags,
          operationId: 'deleteDevice',
          summary: 'Delete a device',
          description: 'Send its endpoint in the body or the query.',
          querystring: DeviceQuery,
          body: DeletedDevice,
          errors: ['notification.device-not-found', 'notification.endpoint-missing'],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeDevice(deps, actorOf(request), request.body?.endpoint ?? request.query.endpoint);
        return { message: 'The device no longer gets notifications.' };
      },
    );
  };
}

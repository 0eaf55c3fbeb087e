import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { MessageBody } from '../../platform/http/shapes.ts';
import { type DeviceDeps, forgetDevice, listDevices, registerDevice } from './device.actions.ts';
import { DeviceBody, DeviceList, DeviceQuery, DeviceToForget, NewDevice } from './device.schema.ts';

const tags = ['Notices'];

export function deviceRoutes(deps: DeviceDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/notifications/devices',
      {
        schema: {
          tags,
          summary: 'List the browsers that show your notifications',
          description: 'At most ten, and the key with which another one subscribes.',
          response: { 200: DeviceList },
        },
      },
      async (request) => listDevices(deps, actorOf(request)),
    );

    scope.post(
      '/api/notifications/devices',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          summary: 'Let a browser show your notifications',
          description:
            'The body is its `PushSubscription`. The same one again is 200 and changes its keys; one that was somebody ' +
            "else's is yours then. Of more than ten the one that registered first is forgotten.",
          body: NewDevice,
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
          summary: 'Let a browser show no more notifications',
          description: 'Its endpoint comes in the body or in the query.',
          querystring: DeviceQuery,
          body: DeviceToForget,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await forgetDevice(deps, actorOf(request), request.body?.endpoint ?? request.query.endpoint);
        return { message: 'The device gets no more notifications.' };
      },
    );
  };
}

import { actorOf } from '../../access/actor.ts';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { PageQuery } from '../../platform/http/page.ts';
import { IdInPath, MessageBody } from '../../platform/http/shapes.ts';
import {
  changeOrganization,
  createOrganization,
  listOrganizations,
  type OrganizationDeps,
  readOrganization,
  removeOrganization,
} from './organization.actions.ts';
import {
  NewOrganization,
  OrganizationBody,
  OrganizationChange,
  OrganizationList,
  OrganizationReading,
  OwnershipTransfer,
} from './organization.schema.ts';
import { acceptOwnership, declineOwnership, transferOrganization } from './ownership.actions.ts';

const tags = ['Organizations'];

export function organizationRoutes(deps: OrganizationDeps): Routes {
  return (scope) => {
    scope.get(
      '/api/organizations',
      {
        schema: {
          tags,
          summary: 'List your organizations',
          description: 'Those that you belong to; all of them for super admins.',
          querystring: PageQuery,
          response: { 200: OrganizationList },
        },
      },
      async (request) => listOrganizations(deps, actorOf(request), request.query),
    );

    scope.get(
      '/api/organizations/:id',
      {
        schema: {
          tags,
          summary: 'Read an organization',
          description: 'For its members, with their own role. A super admin who is none of them has a role of null.',
          params: IdInPath,
          response: { 200: OrganizationReading },
        },
      },
      async (request) => readOrganization(deps, actorOf(request), request.params.id),
    );

    scope.post(
      '/api/organizations',
      {
        schema: {
          tags,
          summary: 'Found an organization',
          description: 'Whoever founds it owns it.',
          body: NewOrganization,
          response: { 201: OrganizationBody },
        },
      },
      async (request, reply) => {
        const organization = await createOrganization(deps, actorOf(request), request.body);
        return reply.status(201).send({ organization });
      },
    );

    scope.put(
      '/api/organizations/:id',
      {
        schema: {
          tags,
          summary: 'Change an organization',
          description: 'For its owner. What is left out stays as it is; settings are replaced as a whole.',
          params: IdInPath,
          body: OrganizationChange,
          response: { 200: OrganizationBody },
        },
      },
      async (request) => ({
        organization: await changeOrganization(deps, actorOf(request), request.params.id, request.body),
      }),
    );

    scope.delete(
      '/api/organizations/:id',
      {
        schema: {
          tags,
          summary: 'Delete an organization',
          description: 'For its owner. Its teams go with it, and what was shared with any of them is private again.',
          params: IdInPath,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await removeOrganization(deps, actorOf(request), request.params.id);
        return { message: 'The organization and its teams are deleted.' };
      },
    );

    scope.post(
      '/api/organizations/:id/transfer-ownership',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          summary: 'Hand an organization over',
          description:
            'For its owner, to another member, at once. The former owner stays as an admin. The new one is told, and accepts or declines.',
          params: IdInPath,
          body: OwnershipTransfer,
          response: { 200: OrganizationBody },
        },
      },
      async (request) => {
        const { new_owner_id } = request.body;
        return { organization: await transferOrganization(deps, actorOf(request), request.params.id, new_owner_id) };
      },
    );

    scope.post(
      '/api/organizations/:id/ownership/accept',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          summary: 'Accept an organization that was handed to you',
          description: 'For its owner. Accepts the membership as well. Doing it again changes nothing.',
          params: IdInPath,
          response: { 200: OrganizationBody },
        },
      },
      async (request) => ({ organization: await acceptOwnership(deps, actorOf(request), request.params.id) }),
    );

    scope.post(
      '/api/organizations/:id/ownership/decline',
      {
        config: { refusedWhileImpersonating: true },
        schema: {
          tags,
          summary: 'Decline an organization that was handed to you',
          description:
            'For its owner, until they have accepted. It goes back to the former owner; if they have left, to the member who accepted first, admins before others. Without any such member it is deleted. You stay a member, in your former role.',
          params: IdInPath,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await declineOwnership(deps, actorOf(request), request.params.id);
        return { message: 'You do not own the organization any more.' };
      },
    );
  };
}

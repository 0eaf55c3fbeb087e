import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { IdInPath, MessageBody } from '#platform/http/shapes.ts';
import type { OrganizationDeps } from '../deps.ts';
import {
  changeOrganization,
  createOrganization,
  listOrganizations,
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
  return openToTokens('groups', (scope) => {
    scope.get(
      '/api/organizations',
      {
        schema: {
          tags,
          operationId: 'listOrganizations',
          summary: 'List organizations',
          description: 'Returns the organizations that you are a member of; super admins get all of them.',
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
          operationId: 'getOrganization',
          summary: 'Get an organization',
          description:
            'Only members and super admins can read it. `role` is your role, or null if you are not a member.',
          params: IdInPath,
          errors: ['organization.not-found', 'organization.not-member', 'organization.not-owner'],
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
          operationId: 'createOrganization',
          summary: 'Create an organization',
          description: 'You become its owner.',
          body: NewOrganization,
          errors: ['organization.settings-too-large'],
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
          operationId: 'updateOrganization',
          summary: 'Update an organization',
          description:
            'Only the owner can update it. Omitted fields keep their values; `settings` are replaced as a whole.',
          params: IdInPath,
          body: OrganizationChange,
          errors: [
            'organization.not-found',
            'organization.not-member',
            'organization.not-owner',
            'organization.settings-too-large',
          ],
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
          operationId: 'deleteOrganization',
          summary: 'Delete an organization',
          description:
            'Only the owner can delete it. Its teams are deleted, and entries shared with any of them become private.',
          params: IdInPath,
          errors: ['organization.not-found', 'organization.not-member', 'organization.not-owner'],
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
        config: { requiresFreshSession: true, requiresVerifiedAddress: true, refusedWhileImpersonating: true },
        schema: {
          tags,
          operationId: 'transferOwnership',
          summary: 'Transfer the ownership of an organization',
          description:
            'Only the owner can transfer it, to another member. The transfer takes effect immediately, and the former owner becomes an admin. The new owner is notified, and accepts or declines.',
          params: IdInPath,
          body: OwnershipTransfer,
          errors: [
            'organization.already-owner',
            'organization.new-owner-not-member',
            'organization.not-found',
            'organization.not-member',
            'organization.not-owner',
          ],
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
          operationId: 'acceptOwnership',
          summary: 'Accept the ownership of an organization',
          description:
            'Only the new owner can accept. Accepting also accepts the membership. Accepting again changes nothing.',
          params: IdInPath,
          errors: ['organization.not-found', 'organization.not-member', 'organization.not-owner'],
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
          operationId: 'declineOwnership',
          summary: 'Decline the ownership of an organization',
          description:
            'Only the new owner can decline, before accepting. The ownership goes back to the former owner or, if they have left, to the member who accepted first, admins before others. Without such a member the organization is deleted. You remain a member with your former role.',
          params: IdInPath,
          errors: [
            'organization.not-found',
            'organization.not-member',
            'organization.not-owner',
            'organization.ownership-accepted',
          ],
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await declineOwnership(deps, actorOf(request), request.params.id);
        return { message: 'You no longer own the organization.' };
      },
    );
  });
}

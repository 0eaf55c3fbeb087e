import { type components, unwrap } from '@meadow/client';
import { type MutationFunction, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import { webhooksQuery } from './queries.ts';

export type NewWebhook = components['schemas']['NewUserWebhook'];
type WebhookChange = components['schemas']['UserWebhookChange'];

const WEBHOOKS = ['webhooks'];

/** The response holds the secret, and is forgotten with the screen. */
export function useCreateWebhook() {
  return useChange((body: NewWebhook) => unwrap(api.POST('/api/user/webhooks', { body })));
}

export function useChangeWebhook(webhookId: string) {
  return useChange((body: WebhookChange) =>
    unwrap(api.PATCH('/api/user/webhooks/{webhookId}', { params: { path: { webhookId } }, body })),
  );
}

/** The response holds the new secret, and is forgotten with the screen. */
export function useRotateSecret(webhookId: string) {
  return useChange(() =>
    unwrap(api.POST('/api/user/webhooks/{webhookId}/rotate-secret', { params: { path: { webhookId } } })),
  );
}

export function useTestWebhook(webhookId: string) {
  return useChange(() => unwrap(api.POST('/api/user/webhooks/{webhookId}/test', { params: { path: { webhookId } } })));
}

export function useReplay(webhookId: string) {
  return useChange((deliveryId: string) =>
    unwrap(
      api.POST('/api/user/webhooks/{webhookId}/deliveries/{deliveryId}/replay', {
        params: { path: { webhookId, deliveryId } },
      }),
    ),
  );
}

/** The list is read again alone: the webhook, whose screen is still open, is gone. */
export function useDeleteWebhook(webhookId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/user/webhooks/{webhookId}', { params: { path: { webhookId } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  });
}

function useChange<Data, Variables = void>(mutationFn: MutationFunction<Data, Variables>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    gcTime: 0,
    onSettled: () => queryClient.invalidateQueries({ queryKey: WEBHOOKS }),
  });
}

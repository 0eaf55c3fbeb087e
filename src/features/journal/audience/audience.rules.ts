import type { EffectiveSharing } from '../visibility/visibility.rules.ts';
import type { VisibilityLevel } from '../visibility/visibility.schema.ts';

/** The users in both of two audiences. `audience` is the one that names them: the smaller by its level. */
export type Readership = { level: VisibilityLevel; audience: string; within: string };

const BY_BREADTH: readonly VisibilityLevel[] = ['user', 'team', 'org', 'public'];

/**
 * Decides the readers of the metadata and those of the content; null for the owner only. The metadata decides whether a user sees the
 * entry at all, so the readers of the content are in both audiences.
 */
export function decideReaderships(sharing: EffectiveSharing): {
  metadata: Readership | null;
  content: Readership | null;
} {
  const { metadataLevel, metadataAudience, contentLevel, contentAudience } = sharing;
  if (metadataAudience === null) return { metadata: null, content: null };
  const metadata = { level: metadataLevel, audience: metadataAudience, within: metadataAudience };
  if (contentAudience === null) return { metadata, content: null };
  const isContentWider = BY_BREADTH.indexOf(contentLevel) > BY_BREADTH.indexOf(metadataLevel);
  return {
    metadata,
    content: isContentWider
      ? { ...metadata, within: contentAudience }
      : { level: contentLevel, audience: contentAudience, within: metadataAudience },
  };
}

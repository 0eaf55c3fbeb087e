/** The ending of an archive while it is written, after its name and a random part. A crash leaves such a file. */
export const DRAFT_ENDING = '.part';

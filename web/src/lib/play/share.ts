/** To another application where the system offers it, else to the clipboard. */
export async function shareText(text: string, url?: string): Promise<'shared' | 'copied' | 'neither'> {
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share(url ? { text, url } : { text });
      return 'shared';
    } catch {
      return 'neither';
    }
  }
  return (await copyText(url ?? text)) ? 'copied' : 'neither';
}

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Plain http addresses have no clipboard API: the old way still works there.
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'unseen';
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}

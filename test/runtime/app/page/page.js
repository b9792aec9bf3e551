globalThis.pageSecret = 'of the page';
globalThis.document.querySelector('output').textContent = await globalThis.runtime.call('echo', 'Echoed');

export {};

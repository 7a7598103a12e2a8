"""Runs of the official Python SDK's asynchronous client: concurrent.py URL COUNT JOBS

The key is the first line of standard input. Prints how many runs a second it makes, JOBS at a time.
"""

import asyncio
import sys
import time

from figranium import AsyncFigranium


async def main(url, key, count, jobs):
    async with AsyncFigranium(base_url=url, api_key=key) as client:
        left = iter(range(count))

        async def worker():
            for _ in left:
                await client.run_task("task_1")

        await client.run_task("task_1")
        start = time.perf_counter()
        await asyncio.gather(*(worker() for _ in range(jobs)))
        print(round(count / (time.perf_counter() - start)))


asyncio.run(main(sys.argv[1], sys.stdin.readline().strip(), int(sys.argv[2]), int(sys.argv[3])))

"""Walks the official Python SDK (figranium-sdk on PyPI) over all its routes, against a server.

usage: sdk_walk.py URL sync|async    with the API key as the first line of standard input

Every public method of every resource of the client is called; a method that the walk does not know
makes it fail. What the methods answer is held against
the SDK's own type definitions. Run by install/check-python-sdk, which starts the server: one of
the late 0.20 line, new for each walk, with the samples of Sources/DemoServer.

Where the SDK (0.3.0) and what servers say on the wire differ:

  SDK                                      server
  ---------------------------------------  ------------------------------------------------------
  Execution.status is a word               a number, the HTTP status of the run's answer (a word
                                           in the documented dialect only)
  executions.stream() names no run         400 MISSING_RUN_ID without ?runId=
  a key for every route                    routes of signed-in users: 302 to /login, or 401
                                           UNAUTHORIZED with X-Requested-With
  sends neither Origin nor                 403 CSRF_MISSING_ORIGIN for whatever changes something
  X-Requested-With, with a session too     with the session cookie alone
  no auth, keys, settings, capabilities;   has them
  no result in full, no live list, no
  deletion of one version, no headful
  stop, no update=true of a save
  waits 30 seconds for a run               answers when the run has ended, within 15 minutes

The walk shows the first four of these on the wire.
"""

import asyncio
import inspect
import json
import sys
import typing

import httpx
from figranium import AsyncFigranium, Figranium, FigraniumError, actions, types, variable

ODD_ID = "t/2 ü"
XHR = {"x-requested-with": "XMLHttpRequest"}
# Members whose type differs from what the SDK says, as listed above.
KNOWN = {("Execution", "status")}
RESOURCES = (
    "tasks", "templates", "executions", "schedules", "captures", "cabinets", "execution", "health",
)
# Shorter names of methods that are walked under their own.
SHORTHANDS = ("run_task", "scrape", "agent", "headful")

checks = 0
disagreements = set()


def check(condition, what):
    global checks
    checks += 1
    if not condition:
        raise SystemExit(f"sdk_walk: {what}")


def fits(value, hint, place):
    """Whether the value has the type that the SDK declares; None always does."""
    origin = typing.get_origin(hint)
    arguments = typing.get_args(hint)
    if hint is typing.Any or value is None:
        return True
    if origin is typing.Union:
        return any(fits(value, choice, place) for choice in arguments)
    if origin is typing.Literal:
        return value in arguments
    if origin in (list, typing.List):
        return isinstance(value, list) and all(fits(one, arguments[0], place) for one in value)
    if origin in (dict, typing.Dict):
        return isinstance(value, dict) and all(
            fits(one, arguments[1], place) for one in value.values())
    if typing.is_typeddict(hint):
        if not isinstance(value, dict):
            return False
        for name, declared in typing.get_type_hints(hint).items():
            if name in value and not fits(value[name], declared, f"{place}.{name}"):
                if (hint.__name__, name) not in KNOWN:
                    raise SystemExit(
                        f"sdk_walk: {place}.{name} is {value[name]!r}, the SDK says {declared}")
                disagreements.add((hint.__name__, name))
        return True
    if hint is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if hint is int:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, hint)


class Walk:
    """One walk with one kind of client; every call goes through `call`."""

    def __init__(self, name, url, key, cookie):
        self.name = name
        self.url = url
        self.key = key
        self.called = set()
        kind = Figranium if name == "sync" else AsyncFigranium
        self.kind = kind
        self.client = kind(base_url=url, api_key=key)
        # The SDK sends neither by itself.
        self.user = kind(base_url=url, session=True, headers={"cookie": cookie, **XHR})
        self.bare_user = kind(base_url=url, session=True, headers={"cookie": cookie})

    async def call(self, method, *arguments, **named):
        owner = type(method.__self__).__name__.removeprefix("Async").removesuffix("Resource")
        self.called.add((owner.lower(), method.__name__))
        # In a thread, so that two calls of the synchronous client can go on at once.
        if self.name == "sync":
            return await asyncio.to_thread(method, *arguments, **named)
        answer = method(*arguments, **named)
        return await answer if inspect.isawaitable(answer) else answer

    async def refused(self, status, code, method, *arguments, **named):
        try:
            await self.call(method, *arguments, **named)
        except FigraniumError as error:
            check(
                (error.status, error.code) == (status, code),
                f"{method.__qualname__} was refused with {error.status} {error.code},"
                f" not {status} {code}")
            return error
        raise SystemExit(f"sdk_walk: {method.__qualname__} was not refused with {code}")

    async def events(self, path, count, is_open):
        """The first events of a stream, read by the SDK's own reader; tells when it is open."""
        found = []
        loop = asyncio.get_running_loop()
        stream = self.user._http.stream(path)
        if self.name == "sync":
            def read():
                for event in stream:
                    found.append(event)
                    loop.call_soon_threadsafe(is_open.set)
                    if len(found) == count:
                        break
                stream.close()
            await asyncio.to_thread(read)
        else:
            async for event in stream:
                found.append(event)
                is_open.set()
                if len(found) == count:
                    break
            await stream.aclose()
        return found

    async def typed(self, hint, method, *arguments, **named):
        value = await self.call(method, *arguments, **named)
        check(fits(value, hint, method.__qualname__), f"{method.__qualname__}: {value!r}")
        return value

    async def close(self):
        for client in (self.client, self.user, self.bare_user):
            closed = client.close()
            if inspect.isawaitable(closed):
                await closed

    # The walk itself, resource by resource.

    async def tasks(self):
        tasks, user = self.client.tasks, self.user.tasks
        summaries = await self.call(tasks.list_summaries)
        check(fits(summaries["tasks"], typing.List[types.TaskSummary], "list_summaries"), summaries)
        check(ODD_ID in [task["id"] for task in summaries["tasks"]], summaries)
        task = {
            "name": "Walk", "url": "https://example.com/", "mode": "agent",
            "variables": {"query": {"type": "string", "value": "x"}},
            "actions": [
                actions.wait_for("#search"), actions.type("#search", variable("query")),
                actions.get_content(".results", "text"),
            ],
            "notesOfTheFuture": [{"x": 1.5, "deep": [None, True, {}]}],
        }
        saved = await self.typed(types.Task, tasks.save, task)
        check({key: saved[key] for key in task} == task, f"saved as {saved}")
        listed = await self.typed(typing.List[types.Task], tasks.list)
        check({**saved, "versions": None} in [{**one, "versions": None} for one in listed], listed)
        identifier = saved["id"]
        await self.typed(types.Task, tasks.save, {**saved, "name": "Second"}, create_version=True)
        patched = await self.call(tasks.update, identifier, {"description": "changed"})
        check(patched["status"] == "success" and patched["id"] == identifier, patched)
        check(fits(patched["task"], types.Task, "update"), patched)
        await self.refused(302, None, tasks.touch, identifier)
        touched = await self.typed(types.Task, user.touch, identifier)
        check(touched["last_opened"] > 0, touched)
        await self.refused(403, "CSRF_MISSING_ORIGIN", self.bare_user.tasks.touch, identifier)
        versions = (await self.call(user.versions, identifier))["versions"]
        check(fits(versions, typing.List[types.TaskVersion], "versions"), versions)
        check([one["name"] for one in versions] == ["Walk", "Second"], versions)
        version = await self.call(user.version, identifier, versions[0]["id"])
        check(version["snapshot"]["name"] == "Walk", version)
        rolled = await self.typed(types.Task, user.rollback, identifier, versions[0]["id"])
        check(rolled["name"] == "Walk" and rolled["notesOfTheFuture"], rolled)
        await self.call(user.clear_versions, identifier)
        check((await self.call(user.versions, identifier)) == {"versions": []}, "versions stay")
        selector = await self.call(user.generate_selector, saved, 0, "the button")
        check(isinstance(selector["selector"], str), selector)
        script = await self.call(user.generate_script, "the title")
        check(isinstance(script["script"], str), script)
        deleted = await self.call(tasks.delete, identifier)
        check(deleted["deleted"] is True, deleted)
        await self.refused(404, "TASK_NOT_FOUND", tasks.delete, identifier)
        await self.refused(404, "VERSION_NOT_FOUND", user.version, "task_1", "none")

    async def runs(self):
        tasks = self.client.tasks
        result = await self.typed(
            types.ExecutionResult, tasks.run, "task_1",
            {"variables": {"demo_data": [1, {"a": "ü"}]}, "runId": f"{self.name}-1"})
        check(result["outcome"] == "success" and result["data"] == [1, {"a": "ü"}], result)
        scraped = await self.typed(types.ExecutionResult, tasks.run, ODD_ID)
        check("links" in scraped, scraped)
        for outcome in ("error", "crashed", "anti_bot"):
            ended = await self.typed(
                types.ExecutionResult, tasks.run, "task_1", {"variables": {"demo_outcome": outcome}})
            check(ended["outcome"] == outcome, ended)
        await self.refused(404, "TASK_NOT_FOUND", tasks.run, "none")
        failed = await self.refused(
            500, "Agent failed", tasks.run, "task_1", {"variables": {"demo_failure": "no page"}})
        check(failed.details == "no page", failed.details)
        await self.refused(
            504, "EXECUTION_TIMEOUT", tasks.run, "task_1", {"variables": {"demo_times_out": True}})
        limited = await self.refused(
            429, "TOO_MANY_REQUESTS", tasks.run, "task_1", {"variables": {"demo_too_many": True}})
        check(limited.response.headers["retry-after"] == "1", limited.response.headers)
        stranger = self.kind(base_url=self.url, api_key="not-the-key")
        await self.refused(401, "INVALID_API_KEY", stranger.tasks.list_summaries)
        other = self.kind(base_url=self.url, api_key=self.key, api_key_header="x-api-key")
        await self.call(other.tasks.list_summaries)
        for client in (stranger, other):
            closed = client.close()
            if inspect.isawaitable(closed):
                await closed

    async def executions(self):
        executions, user = self.client.executions, self.user.executions
        run_id = f"{self.name}-held"
        both = (asyncio.Event(), asyncio.Event())
        events = asyncio.create_task(
            self.events(f"/api/executions/stream?runId={run_id}", 3, both[0]))
        live = asyncio.create_task(self.events("/api/executions/live", 2, both[1]))
        for is_open in both:
            await asyncio.wait_for(is_open.wait(), 30)
        run = asyncio.create_task(self.call(
            self.client.tasks.run, "task_1", {"variables": {"demo_hold": True}, "runId": run_id}))

        async def is_running():
            try:
                answer = await self.call(executions.get, run_id)
            except FigraniumError:
                return False
            return answer["execution"]["phase"] == "running"
        await self.until(is_running, "the run to start")
        check((await self.call(user.stop, run_id)) == {"success": True}, "stop")
        check((await run)["outcome"] == "stopped", "a stopped run")
        names = [(one.get("event"), one["data"].get("status")) for one in await events]
        check(names == [("ready", None), (None, "started"), (None, "stop_requested")], names)
        check((await live)[1]["data"]["type"] == "upsert", "the live list")
        listed = (await self.call(executions.list))["executions"]
        check(fits(listed, typing.List[types.Execution], "executions.list"), listed)
        check(listed[0]["status"] == 499 and listed[0]["outcome"] == "stopped", listed[0])
        mine = (await self.call(user.list, api_key_route=False))["executions"]
        check(mine == listed, "the two lists differ")
        one = (await self.call(executions.get, listed[0]["id"]))["execution"]
        check(fits(one, types.Execution, "executions.get"), one)
        check(one["result"]["outcome"] == "stopped", one)
        await self.refused(404, "EXECUTION_NOT_FOUND", executions.get, "none")
        await self.refused(302, None, executions.stop, run_id)
        await self.refused(400, "MISSING_RUN_ID", user.stop, "")
        await self.no_run_named(user)
        await self.call(user.delete, listed[0]["id"])
        await self.call(user.clear)
        check((await self.call(executions.list)) == {"executions": []}, "executions stay")

    async def no_run_named(self, user):
        self.called.add(("executions", "stream"))
        try:
            if self.name == "sync":
                await asyncio.to_thread(lambda: next(iter(user.stream())))
            else:
                async for _ in user.stream():
                    break
        except FigraniumError as error:
            check(error.code == "MISSING_RUN_ID", error)
            return
        raise SystemExit("sdk_walk: a stream of no run was opened")

    async def until(self, condition, what):
        for _ in range(600):
            if await condition():
                return
            await asyncio.sleep(0.05)
        raise SystemExit(f"sdk_walk: waited 30 s in vain for {what}")

    async def schedules(self):
        user = self.user.schedules
        plan = {"enabled": True, "frequency": "weekly", "hour": 9, "minute": 30, "daysOfWeek": [1]}
        set_ = await self.call(user.set, ODD_ID, plan)
        check(fits(set_["schedule"], types.Schedule, "schedules.set"), set_)
        check(set_["schedule"]["cron"] == "30 9 * * 1" and set_["nextRun"] > 0, set_)
        listed = (await self.call(user.list))["schedules"]
        check([one["taskId"] for one in listed] == [ODD_ID], listed)
        check(fits(listed[0]["schedule"], types.Schedule, "schedules.list"), listed)
        status = await self.call(user.status, ODD_ID)
        check(status["isValid"] is True, status)
        described = await self.call(user.describe, ODD_ID, {"frequency": "hourly", "minute": 5})
        check(described["valid"] is True and described["cron"] == "5 * * * *", described)
        overall = await self.call(user.overall_status)
        check(overall["scheduledCount"] == 1, overall)
        await self.refused(
            400, "INVALID_SCHEDULE", user.set, "task_1", {"enabled": True, "cron": "nonsense"})
        await self.call(user.delete, ODD_ID)
        check((await self.call(user.list)) == {"schedules": []}, "schedules stay")
        await self.refused(404, "TASK_NOT_FOUND", user.status, "none")
        await self.refused(302, None, self.client.schedules.list)

    async def captures(self):
        captures, user = self.client.captures, self.user.captures
        run_id = f"{self.name}-pictured"
        await self.call(self.client.tasks.run, "task_1", {"runId": run_id})
        listed = (await self.call(captures.list, run_id=run_id))["captures"]
        check(fits(listed, typing.List[types.Capture], "captures.list"), listed)
        check(len(listed) == 1 and listed[0]["type"] == "screenshot", listed)
        picture = httpx.get(self.url + listed[0]["url"], headers={"x-api-key": self.key})
        check(picture.headers["content-type"] == "image/png", picture.headers)
        check(len(picture.content) == listed[0]["size"], len(picture.content))
        pictures = (await self.call(user.screenshots))["screenshots"]
        check(listed[0] in pictures, pictures)
        await self.refused(400, "INVALID_NAME", user.delete, "../x")
        await self.call(user.delete, listed[0]["name"])
        check((await self.call(captures.list, run_id=run_id)) == {"captures": []}, "a capture stays")
        await self.call(user.clear)
        check((await self.call(captures.list)) == {"captures": []}, "captures stay")

    async def cabinets(self):
        cabinets, user = self.client.cabinets, self.user.cabinets
        listed = (await self.call(cabinets.list))["cabinets"]
        check(fits(listed, typing.List[types.Cabinet], "cabinets.list"), listed)
        basic = listed[0]["id"]
        made = await self.typed(types.Cabinet, user.create, f"{self.name} cabinet")
        await self.typed(types.Cabinet, user.rename, made["id"], f"{self.name} other")
        items = (await self.call(user.list_items, basic))["items"]
        check(fits(items, typing.List[types.CabinetItem], "cabinets.list_items"), items)
        changed = (await self.call(user.set_item_status, basic, [items[0]["id"]], "uploaded"))
        check(changed["items"][0]["status"] == "uploaded", changed)
        archive = await self.typed(
            types.CabinetItem, user.zip_items, basic, [one["id"] for one in items], "all.zip")
        address = cabinets.get_item_download_url(basic, archive["id"])
        self.called.add(("cabinets", "get_item_download_url"))
        file = httpx.get(address, headers={"authorization": f"Bearer {self.key}"})
        check(file.content[:2] == b"PK" and len(file.content) == archive["size"], file)
        check('filename="all.zip"' in file.headers["content-disposition"], file.headers)
        folder = await self.typed(types.CabinetItem, user.unzip_item, basic, archive["id"])
        check(folder["kind"] == "folder", folder)
        await self.refused(404, "Cabinet not found.", user.list_items, "none")
        await self.refused(400, "Cabinet name is required.", user.create, " ")
        again = await self.call(user.zip_items, basic, [folder["id"]])
        await self.call(user.remove_items, basic, [again["id"]])
        check((await self.call(user.list_items, basic)) == {"items": []}, "an item stays")
        await self.call(user.clear, made["id"])
        left = await self.call(user.delete, made["id"], target_cabinet_id=basic, migrate=True)
        check([one["id"] for one in left["cabinets"]] == [basic], left)

    async def templates(self):
        user = self.user.templates
        every = await self.call(user.list)
        check(isinstance(every, list) and every[0]["configuration"], every)
        found = await self.call(user.search, limit=1, sort="name", search="a")
        check(len(found["items"]) == 1 and found["total"] == 2, found)
        one = await self.call(user.get, every[0]["id"])
        check(one == every[0], one)
        await self.call(user.record_import, one["id"])
        await self.refused(400, "INVALID_TEMPLATE_QUERY", user.search, limit=25)
        await self.refused(400, "INVALID_TEMPLATE_ID", user.get, "x")

    async def one_off(self):
        user = self.user.execution
        scraped = await self.typed(types.ExecutionResult, user.scrape, {"url": "https://e.org/"})
        check(scraped["outcome"] == "success", scraped)
        ran = await self.call(user.agent, {"url": "https://e.org/", "actions": []})
        check(ran["final_url"] == "https://e.org/", ran)
        opened = await self.call(user.headful, {"url": "https://e.org/"})
        check(isinstance(opened["message"], str), opened)
        await self.refused(302, None, self.client.execution.agent, {"url": "x"})
        await self.call(self.client.run_task, "task_1")
        await self.call(self.user.scrape, {"url": "https://e.org/"})
        await self.call(self.user.agent, {"url": "https://e.org/"})
        await self.call(self.user.headful, {"url": "https://e.org/"})

    async def health(self):
        status = await self.typed(types.HealthStatus, self.client.health.check)
        check(status["status"] == "ok", status)

    def check_all_called(self):
        for name in RESOURCES:
            resource = getattr(self.client, name)
            for method, _ in inspect.getmembers(resource, callable):
                if method.startswith("_"):
                    continue
                check((name, method) in self.called, f"{name}.{method} was not walked ({self.name})")
        others = {
            name for name, value in vars(self.client).items()
            if not name.startswith("_") and name not in RESOURCES}
        check(not others, f"resources that the walk does not know: {others}")
        for method in SHORTHANDS:
            check((self.kind.__name__.removeprefix("Async").lower(), method) in self.called,
                  f"{method} was not walked ({self.name})")


async def main():
    url = sys.argv[1]
    key = sys.stdin.readline().strip()
    # The SDK has no sign-in.
    signed_in = httpx.post(
        f"{url}/api/auth/login", headers=XHR,
        json={"email": "a@example.com", "password": "password1"})
    check(signed_in.json() == {"success": True}, signed_in.text)
    cookie = signed_in.headers["set-cookie"].split(";")[0]
    walk = Walk(sys.argv[2], url, key, cookie)
    await walk.tasks()
    await walk.runs()
    await walk.executions()
    await walk.schedules()
    await walk.captures()
    await walk.cabinets()
    await walk.templates()
    await walk.one_off()
    await walk.health()
    walk.check_all_called()
    await walk.close()
    check(disagreements == KNOWN, f"the types that differ are not those noted: {disagreements}")
    print(f"{len(walk.called)} methods of the {walk.name} client, {checks} checks: as expected")


asyncio.run(main())

import pytest

from workers.outgoing.target import Target, TargetRefused, read_target


@pytest.mark.parametrize(
    ("url", "target", "authority"),
    [
        ("https://bots.example", Target("https", "bots.example", 443, "/"), "bots.example"),
        ("HTTPS://Bots.Example:443/Turn", Target("https", "bots.example", 443, "/Turn"), "bots.example"),
        ("https://bots.example:8443?key=%2F", Target("https", "bots.example", 8443, "/?key=%2F"), "bots.example:8443"),
        ("http://127.0.0.1:5000/a/b?c=d&e", Target("http", "127.0.0.1", 5000, "/a/b?c=d&e"), "127.0.0.1:5000"),
        ("http://[2001:DB8:0:0::1]/", Target("http", "2001:db8::1", 80, "/"), "[2001:db8::1]"),
        ("https://[::ffff:7f00:1]:80", Target("https", "::ffff:7f00:1", 80, "/"), "[::ffff:7f00:1]:80"),
        ("https://xn--bcher-kva.example/", Target("https", "xn--bcher-kva.example", 443, "/"), "xn--bcher-kva.example"),
        ("http://my_bot:65535/", Target("http", "my_bot", 65535, "/"), "my_bot:65535"),
    ],
)
def test_a_usual_address_is_read_in_one_way(url: str, target: Target, authority: str) -> None:
    assert read_target(url) == target
    assert read_target(url).authority == authority


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("", "at most 2,000 characters"),
        ("https://bots.example/" + "a" * 1_980, "at most 2,000 characters"),
        ("https://bots.example/a b", "printable ASCII"),
        ("https://bots.example/\n", "printable ASCII"),
        ("https://bücher.example/", "begins with xn--"),
        ("https://127。0。0。1/", "printable ASCII"),
        ("https://①②⑦.0.0.1/", "printable ASCII"),
        ("ftp://bots.example/", "https:// or http://"),
        ("file:///etc/passwd", "https:// or http://"),
        ("bots.example/turn", "https:// or http://"),
        ("https:bots.example", "https:// or http://"),
        ("https:\\\\bots.example", "https:// or http://"),
        ("https://me:pass@bots.example/", "no user and no password"),
        ("https://bots.example@127.0.0.1/", "no user and no password"),
        ("https://bots.example/#turn", "no fragment"),
        ("https://bots.example#@inner/", "no fragment"),
        ("https:///turn", "must name a host"),
        ("https://:8443/", "must name a host"),
        ("https://bots.example:/", "must name a host"),
        ("https://bots.example:443:80/", "must name a host"),
        ("https://bots%2eexample/", "must name a host"),
        ("https://bots.example\\@inner/", "no user and no password"),
        ("https://bots.example\\inner/", "must name a host"),
        ("https://[fe80::1%25eth0]/", "must name a host"),
        ("https://::1/", "must name a host"),
        ("https://[::1/", "must name a host"),
        ("https://bots.example/%zz", "written like %20"),
        ("https://bots.example/<turn>", "written like %20"),
        ("https://bots.example./", "without a dot at the end"),
        ("https://localhost./", "without a dot at the end"),
        ("https://.bots.example/", "labels with 1 to 63"),
        ("https://bots..example/", "labels with 1 to 63"),
        ("https://-bots.example/", "labels with 1 to 63"),
        ("https://" + "b" * 64 + ".example/", "labels with 1 to 63"),
        ("https://" + "b." * 126 + "example/", "labels with 1 to 63"),
        ("https://bots.example:0/", "the port 80, 443, or one from 1024"),
        ("https://bots.example:25/", "the port 80, 443, or one from 1024"),
        ("https://bots.example:1023/", "the port 80, 443, or one from 1024"),
        ("https://bots.example:65536/", "the port 80, 443, or one from 1024"),
        ("https://2130706433/", "an IP address in its usual form"),
        ("https://0x7f000001/", "an IP address in its usual form"),
        ("https://0x7f.0.0.0x1/", "an IP address in its usual form"),
        ("https://017700000001/", "an IP address in its usual form"),
        ("https://0177.0.0.01/", "an IP address in its usual form"),
        ("https://127.1/", "an IP address in its usual form"),
        ("https://0/", "an IP address in its usual form"),
        ("https://0x/", "an IP address in its usual form"),
        ("https://127.0.0.1./", "an IP address in its usual form"),
        ("https://127.0.0.256/", "an IP address in its usual form"),
        ("https://1.2.3.4.5/", "an IP address in its usual form"),
        ("https://[::g]/", "must name a host"),
        ("https://[1:2:3]/", "an IP address in its usual form"),
        ("https://[127.0.0.1]/", "an IP address in its usual form"),
    ],
)
def test_an_address_that_two_readers_could_read_differently_is_refused(url: str, why: str) -> None:
    with pytest.raises(TargetRefused, match=why):
        read_target(url)
